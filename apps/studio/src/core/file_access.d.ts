// What TypeScript's own list of browser calls lacks of the File System Access API; not every browser has it.

interface Window {
  showOpenFilePicker?: (options: { readonly multiple: boolean }) => Promise<FileSystemFileHandle[]>;
}

interface DataTransferItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}
