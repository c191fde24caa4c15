/**
 * Why the bytes are not a readable PDF, or null. Checks header and cross-reference, which a
 * truncated download or an HTML page breaks.
 */
export function pdfFault(pdf: Uint8Array): string | null {
  if (pdf.byteLength === 0) return '빈 파일'
  if (pdf.byteLength > maxPdfBytes) return `${maxPdfBytes / 1_048_576}MB를 넘는 파일`
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const headAt = bytes.subarray(0, 1024).indexOf('%PDF-')
  if (headAt < 0) return 'PDF가 아닌 파일'
  const tail = bytes.subarray(-1024).toString('latin1')
  const [, offset] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail) ?? []
  if (offset === undefined) return '끝이 잘린 파일'
  const reference = bytes.subarray(headAt + Number(offset), headAt + Number(offset) + 32).toString('latin1')
  return /^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(reference) ? null : '목차가 깨진 파일'
}

export const maxPdfBytes = 10 * 1_048_576
