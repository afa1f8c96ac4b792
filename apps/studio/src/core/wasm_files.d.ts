declare module '*/build/wasm/isoskin.js' {
  const createIsoskin: import('./wasm_module').WasmFactory;
  export default createIsoskin;
}

declare module '*.wasm?url' {
  const url: string;
  export default url;
}

declare module '*?worker&inline' {
  const WorkerClass: new () => Worker;
  export default WorkerClass;
}

declare module '*/build/wasm/isoskin_makers.js' {
  const createIsoskinMakers: import('./wasm_module').WasmFactory;
  export default createIsoskinMakers;
}

declare module '*?worker' {
  const WorkerClass: new () => Worker;
  export default WorkerClass;
}
