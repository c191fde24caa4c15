/** Hands a file to the browser's downloads under the given name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name.normalize('NFC')
  link.click()
  // The download reads the address after this turn; revoking at once would lose it in Safari.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
