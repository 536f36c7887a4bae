// What a page that is saved as one file is made of; the build has written it beside the page.

export async function readTemplate(): Promise<string> {
  const response = await fetch('./one-file.txt');
  if (!response.ok) throw new Error('the page that would be saved is not here');
  return response.text();
}
