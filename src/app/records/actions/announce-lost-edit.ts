import { josa } from 'es-hangul'
import type { CollectionName } from '#contract/books/collections.ts'
import { bookOf } from '#contract/books/collections.ts'
import type { LostEdit } from '#app/ui/data-table/data-table-props.ts'
import type { ShowToast } from '#app/ui/overlays/toast.tsx'

interface NoticeDeps {
  toast: ShowToast
  collection: CollectionName
  /** Name of the record. */
  caption: string
  /** True: the record still exists and has only left the list. False: it was deleted. */
  isRowPresent: boolean
}

/**
 * Reports that the record being edited was deleted elsewhere, by another user or in another window.
 * The toast holds the typed text, to be copied, until it is closed; it is stored nowhere else.
 */
export function announceLostEdit(
  { toast, collection, caption, isRowPresent }: NoticeDeps,
  { column, text, isStillListed }: LostEdit,
): void {
  const subject = isRowPresent
    ? '현재 조건과 맞지 않아 목록에서 빠졌습니다.'
    : `다른 곳에서 이 ${josa(bookOf(collection).noun, '을/를')} 삭제했습니다.`
  const message = `${caption} · ${subject}`
  if (text === null) return toast.warning(message)
  if (isStillListed)
    return toast.warning(message, { description: `입력하던 ${column.label}: 앞선 수정과 함께 보낼 작업에 있습니다.` })
  toast.warning(message, {
    description: `저장되지 않은 ${column.label}: ${text}`,
    duration: 0,
    action: { label: '복사', onSelect: () => void navigator.clipboard.writeText(text).catch(() => undefined) },
  })
}
