/**
 * `Content-Disposition` of a download: the ASCII name for whatever reads only that, and the Korean one as RFC 5987 has it. `ascii` is one of ours: letters,
 * digits, - _ and a dot; anything else in it is taken out so that it can never end the header early.
 */
export function attachmentHeader(names: { ascii: string; korean: string }): string {
  const ascii = names.ascii.replace(/[^\w.-]/g, '_')
  const korean = encodeURIComponent(names.korean.normalize('NFC')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${korean}`
}
