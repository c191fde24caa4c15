/** Downloads a file under the given name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name.normalize('NFC')
  link.click()
  // The browser reads the URL later; revoking it at once would break the download in Safari.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
