/**
 * Escapes text for XML text or attributes. Drops control characters that XML does not allow even
 * escaped.
 */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/**
 * Escapes text for XML text or attributes of a workbook. Drops characters that XML cannot hold. A
 * carriage return, which XML would turn into a line feed, and text that looks like Excel's own
 * escape (`_x000D_`) use that escape (ECMA-376 part 1 §22.9.2.19).
 */
export function escapeWorkbookText(text: string): string {
  return special.test(text) ? text.replace(everySpecial, escapeMatch) : text
}

// oxlint-disable no-control-regex -- the pattern searches for control characters
const special = /[&<>"\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_/
const everySpecial = new RegExp(special, 'g')
// oxlint-enable no-control-regex

const replacements: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '_x000D_',
}

function escapeMatch(match: string): string {
  return match.length > 1 ? `_x005F${match}` : (replacements[match] ?? '')
}
