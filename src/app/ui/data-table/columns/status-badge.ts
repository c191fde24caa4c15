import type { FieldValue } from '#contract/records/field.ts'
import type { BadgeTone } from '#app/ui/display/badge.tsx'
import type { CellOption } from '../data-table-props.ts'

/** Labels of a generic `status` (spec 1 §2.5); a description with choices of its own says its own words (decision 20). */
export const genericStatuses: readonly CellOption[] = [
  { value: 'active', label: '활성' },
  { value: 'inactive', label: '비활성' },
  { value: 'pending', label: '대기중' },
  { value: 'completed', label: '완료' },
  { value: 'cancelled', label: '취소됨' },
]

/** The tint of a status, whatever its wording: what is done is good, what waits asks for a look, what runs informs. A status nobody listed is plain. */
export function statusTone(value: FieldValue): BadgeTone {
  return tones[String(value)] ?? 'plain'
}

const tones: Readonly<Record<string, BadgeTone>> = {
  active: 'good',
  completed: 'good',
  pending: 'warn',
  on_hold: 'warn',
  surveying: 'info',
  appraising: 'info',
  in_progress: 'info',
  processing: 'info',
  failed: 'seal',
}
