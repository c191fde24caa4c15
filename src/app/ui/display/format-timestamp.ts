import { formatMoment } from '#domain/dates/office-moment.ts'

/**
 * `2026.11.20 14:05` for `ms` since 1970, in the office's time zone; empty for an invalid number.
 */
export function formatTimestamp(ms: number): string {
  return Number.isFinite(ms) ? formatMoment(new Date(ms).toISOString()) : ''
}
