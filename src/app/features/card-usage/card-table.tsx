import { DeskTable } from '#app/records/screen/desk-table.tsx'
import type { CardDesk } from './use-card-desk.ts'

/** The list of uses (spec 1 §2.3): purpose and note unfold, the pencil opens the form. */
export function CardTable({ desk }: { desk: CardDesk }) {
  const { isNarrow } = desk
  return (
    <DeskTable
      // Another set of columns is another table: nothing of the wide one's places fits.
      key={String(isNarrow)}
      desk={desk}
      isReadOnly
      hidesRowNumbers={isNarrow}
      opens="edit"
      onOpenRow={desk.setEdited}
      // On a phone 삭제 stands in the form.
      {...(isNarrow ? {} : { onDeleteRow: (row) => void desk.remove(row) })}
      empty={{ text: '표시할 카드사용내역이 없습니다.' }}
    />
  )
}
