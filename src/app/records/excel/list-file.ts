/** Lines as a file that opens as a sheet: CSV with a byte order mark, or Korean Excel shows it garbled. A leading formula character is made harmless. */
export function listFile(lines: readonly (readonly string[])[]): Blob {
  const text = lines.map((line) => line.map(quoted).join(',')).join('\r\n')
  return new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' })
}

function quoted(value: string): string {
  const harmless = /^[=+\-@\t]/.test(value) ? `'${value}` : value
  return `"${harmless.replaceAll('"', '""')}"`
}
