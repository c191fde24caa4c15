import { inquiryDescription } from '#contract/books/inquiries.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { BadgeTone } from '#app/ui/display/badge.tsx'
import { allColumnsOf } from '#app/ui/data-table/columns/columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'

/** Every column of the inbox; `assignees` is asked whenever the list opens. Who is no member of the office is refused here, where the names are known, and by the server. */
export function inquiryColumns(assignees: () => readonly string[]): readonly Column[] {
  const columns = allColumnsOf(inquiryDescription, {
    state: { badge: stateTone },
    assignee: {
      options: () => assignees().map((name) => ({ value: name, label: name })),
      check: (value) => {
        const isKnown = value === null || assignees().length === 0 || assignees().includes(String(value))
        return isKnown ? null : '담당자: 사무소 직원의 이름을 골라 주세요.'
      },
    },
  })
  const byKey = new Map(columns.map((column) => [column.key, column]))
  return order.flatMap((key) => byKey.get(key) ?? [])
}

/** What is looked for first stands first: state, who, what about, and how to answer. */
const order = [
  ...['state', 'received_at', 'name', 'subject', 'message', 'assignee', 'note'],
  ...['phone', 'email', 'consented_at'],
]

/** 처리중 and what nobody has looked at yet ask for attention (look.md "seal"); word and tint together. */
export function stateTone(state: FieldValue | undefined): BadgeTone {
  const tones: Readonly<Record<string, BadgeTone>> = { new: 'primary', in_progress: 'seal', done: 'good' }
  return tones[String(state)] ?? 'plain'
}
