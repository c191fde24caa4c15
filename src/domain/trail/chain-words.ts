import { chainFaultKinds, type ChainFault } from '#contract/trail/trail-chain.ts'
import { formatDay } from '#domain/dates/office-date.ts'

/** A fault as readable text: `지워진 기록: 1024번 (2026.11.26, 연결 17)`. */
export function chainFaultText({ kind, seq, link, day }: ChainFault): string {
  const location = [...(day ? [formatDay(day)] : []), ...(link !== null && seq !== null ? [`연결 ${link}`] : [])]
  const subject = seq !== null ? `${seq}번` : link !== null ? `연결 ${link}` : ''
  return `${chainFaultKinds[kind]}${subject && `: ${subject}`}${location.length > 0 ? ` (${location.join(', ')})` : ''}`
}
