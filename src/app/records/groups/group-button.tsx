import { ListTree } from 'lucide-react'
import { Button } from '#app/ui/buttons/button.tsx'
import { writeGrouping } from '#domain/list-address.ts'
import type { PlainSearch } from '../address/record-search.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import { groupingsIn } from './group-question.ts'

/** 묶어 보기: the list by groups and back. It begins with the first state or reference that is shown; by what else is chosen there, or in the menu of a column. */
export function GroupButton<Search extends PlainSearch>({ screen }: { screen: ScreenState<Search> }) {
  const { book, layout, columns, state } = screen
  const isGrouped = state.search.group !== ''
  function press() {
    const choices = groupingsIn(book, [...layout.table.columns, ...columns])
    const isFirst = ({ kind: of }: { kind: string }) => of === 'enum' || of === 'reference'
    const first = choices.find(({ column }) => column && isFirst(column.field)) ?? choices[0]
    if (first) state.change({ group: isGrouped ? '' : writeGrouping(first.by) } as Partial<Search>)
  }
  return (
    <Button
      tone="transparent"
      icon={<ListTree size={16} strokeWidth={1.5} />}
      aria-pressed={isGrouped}
      onClick={press}
      className="aria-pressed:border-primary aria-pressed:bg-primary-wash"
    >
      묶어 보기
    </Button>
  )
}
