/** Lets the user keep a text as a file. */
export function save(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Dots of a PNG for each point of the picture, and the most that it may have in a row: browsers refuse larger canvases. */
const SHARPNESS = 2;
const LARGEST = 8000;

/** Lets the user keep a picture as PNG, on white. */
export async function savePng(name: string, svg: string): Promise<void> {
  const image = new Image();
  const type = 'image/svg+xml;charset=utf-8';
  image.src = `data:${type},${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(SHARPNESS, LARGEST / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(image.naturalWidth * scale);
  canvas.height = Math.ceil(image.naturalHeight * scale);
  const paint = canvas.getContext('2d');
  if (paint === null) return;
  paint.fillStyle = 'white';
  paint.fillRect(0, 0, canvas.width, canvas.height);
  paint.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    if (blob !== null) saveBlob(name, blob);
  }, 'image/png');
}
