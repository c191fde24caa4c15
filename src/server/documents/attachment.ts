/** The names of a file: for whatever reads ASCII only, and for everybody else. Where the specification names a file, both are that name. */
export interface FileNames {
  readonly ascii: string
  readonly korean: string
}

/** `Content-Disposition` of what is saved as a file. */
export function attachmentHeader(names: FileNames): string {
  return dispositionHeader('attachment', names)
}

/** The same for what may also be shown in place. In the ASCII name only letters, digits, - _ and a dot stay, so that it never ends the header early; the other goes as RFC 5987 has it. */
export function dispositionHeader(kind: 'attachment' | 'inline', names: FileNames): string {
  const ascii = names.ascii.replace(/[^\w.-]/g, '_')
  const korean = encodeURIComponent(names.korean.normalize('NFC')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${korean}`
}
