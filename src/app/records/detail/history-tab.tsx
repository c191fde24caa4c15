import type { CollectionName } from '#contract/books/collections.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { DetailTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { HistoryPanel } from './history-panel.tsx'

/** 변경 이력 tab of a detail panel. */
export function historyTab(collection: CollectionName, columns: readonly Column[]): DetailTab {
  return {
    key: 'history',
    label: '변경 이력',
    content: ({ id, record }) => (
      <HistoryPanel collection={collection} id={id} version={record.version} columns={columns} />
    ),
  }
}
