/**
 * The names of a file: one in ASCII, and one in Unicode. They are equal where the published API
 * fixes the name.
 */
export interface FileNames {
  readonly ascii: string
  readonly korean: string
}

/** `Content-Disposition` of a download. */
export function buildAttachmentHeader(names: FileNames): string {
  return buildDispositionHeader('attachment', names)
}

/**
 * `Content-Disposition` of a file that may also be shown inline. The ASCII name keeps only letters,
 * digits, - _ and a dot, so that it cannot end the header early; the Unicode name is encoded by RFC
 * 5987.
 */
export function buildDispositionHeader(kind: 'attachment' | 'inline', names: FileNames): string {
  const ascii = names.ascii.replace(/[^\w.-]/g, '_')
  const korean = encodeURIComponent(names.korean.normalize('NFC')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${korean}`
}
