import { ScreenTable } from '#app/records/screen/screen-table.tsx'
import { periodFault } from './card-search.ts'
import type { CardScreenState } from './use-card-screen.ts'

/** The list of uses (spec 1 §2.3): purpose and note unfold, the pencil opens the form. */
export function CardTable({ screen }: { screen: CardScreenState }) {
  const { isNarrow } = screen
  return (
    <ScreenTable
      // Another set of columns is another table: nothing of the wide one's places fits.
      key={String(isNarrow)}
      screen={screen}
      isReadOnly
      opens="edit"
      onOpenRow={screen.setEdited}
      onAdd={() => screen.setEdited('new')}
      // On a phone 삭제 stands in the form.
      {...(isNarrow ? {} : { onDeleteRow: (row) => void screen.remove(row) })}
      empty={{ text: periodFault(screen.state.search) ?? '표시할 카드사용내역이 없습니다.' }}
    />
  )
}
