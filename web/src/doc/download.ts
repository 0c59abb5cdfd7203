/** Download a text as a file. */
export function download(name: string, text: string, media = 'application/json'): void {
  const place = URL.createObjectURL(new Blob([text], { type: media }));
  const link = document.createElement('a');
  link.href = place;
  link.download = name;
  link.click();
  URL.revokeObjectURL(place);
}
