import * as THREE from 'three';

/** Round points of one size on the screen, coloured each, over whatever lies before them. */
export function dotsMaterial(size: number): THREE.PointsMaterial {
  return new THREE.PointsMaterial({
    size,
    sizeAttenuation: false,
    transparent: true,
    depthTest: false,
    vertexColors: true,
    alphaTest: 0.05,
    map: disc(),
    toneMapped: false,
  });
}

function disc(): THREE.Texture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = 'rgb(0 0 0 / 45%)';
    context.beginPath();
    context.arc(32, 32, 30, 0, 7);
    context.fill();
    context.fillStyle = '#fff';
    context.beginPath();
    context.arc(32, 32, 21, 0, 7);
    context.fill();
  }
  return new THREE.CanvasTexture(canvas);
}
