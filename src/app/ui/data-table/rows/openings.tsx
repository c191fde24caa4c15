import { ListTree, Pencil, Search, SquareArrowOutUpRight } from 'lucide-react'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** How a record opens, with the one icon for each wherever it stands: in the row, in the cell menu, in the head of the panel. */
export const openings = {
  detail: { label: '상세', icon: <Search {...icon} /> },
  group: { label: '묶음 열기', icon: <ListTree {...icon} /> },
  edit: { label: '수정', icon: <Pencil {...icon} /> },
  window: { label: '새 창으로 열기', icon: <SquareArrowOutUpRight {...icon} /> },
}
