import { useMemo } from 'react'
import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import type { ExportRequest } from '#app/records/excel/export-records.ts'
import { type CompleteLists, useCompleteLists } from '#app/records/offline-copy/use-complete-lists.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { RecordScreen } from '#app/records/screen/record-screen.tsx'
import type { ScreenState } from '#app/records/screen/use-screen-state.ts'
import { useLastResponse } from '#app/session/server-query.ts'
import type { ColumnOverride } from '#app/ui/data-table/data-table-props.ts'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import type { RealEstateRecord } from '#contract/books/real-estate.ts'
import { uniqueFieldsSchema } from '#contract/real-estate/real-estate.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { caseStates, deriveCaseState } from '#domain/real-estate/case-state.ts'
import { buildCaseBookFileNames, caseBookSheet, type SheetGroup } from '#domain/sheets/book-sheets.ts'
import type { SheetCell } from '#domain/sheets/record-sheet.ts'
import { listPersonNames } from '#domain/text/person-name.ts'
import { compareKorean } from '#domain/text/search-text.ts'
import { caseBookTable, caseParts, groupColumn } from './case-parts.ts'
import { caseBookSearch } from './real-estate-search.ts'

/**
 * Values for the suggestion filters, by search parameter: the unique-fields call, cached on the
 * device by the query persister. Until the server's first response, they come from the mirrored
 * groups, so that the filters also work offline on the first day.
 */
function useUniqueFields(): Readonly<Record<string, readonly string[]>> {
  const { 'real-estate-groups': groups } = useCompleteLists(useOfflineCopy(), groupList)
  const { data } = useLastResponse('/api/mysql/realestate/unique_fields/', uniqueFieldsSchema, {
    queryKey: ['real-estate', 'unique-fields'],
    isStored: true,
  })
  function listDistinct(key: string): string[] {
    const values = groups.map((group) => group[key]).filter((value) => typeof value === 'string')
    return [...new Set(values)].filter((value) => value !== '').toSorted(compareKorean)
  }
  return {
    region: data?.business_regions ?? listDistinct('region'),
    type: data?.business_types ?? listDistinct('type'),
    business_section: data?.business_sections ?? listDistinct('name'),
    business_manager: listPersonNames(data?.business_managers ?? listDistinct('manager')),
  }
}

const groupList = ['real-estate-groups'] as const

/**
 * 사건부: filters, the entry line and the book, paged or as one virtual list, on the offline copy.
 * `parts`: tabs of another feature; keep the array stable between renders.
 */
export function CaseBookPage({ parts }: { parts: readonly EmbeddedTab[] }) {
  return (
    <RecordScreen
      recordSearch={caseBookSearch}
      tableId={caseBookTable}
      parts={useMemo(() => [...parts, ...caseParts], [parts])}
      creation="line"
      loadFailed="목록 조회 실패"
      overrides={buildOverrides}
      suggestions={useUniqueFields()}
      buildExport={buildCaseBookExport}
      importPath="/api/mysql/realestate/import_excel/"
    />
  )
}

/** Standalone window of one case, with the same parts. */
export function CaseDetailPage({ id, parts }: { id: string; parts: readonly EmbeddedTab[] }) {
  return <RecordDetailPage id={id} collection="real-estate" parts={[...parts, ...caseParts]} />
}

function buildOverrides(lists: () => Partial<CompleteLists>): Record<string, ColumnOverride> {
  return {
    state: {
      label: '진행',
      after: 'stamp',
      width: 72,
      sortField: null,
      field: { kind: 'enum', group: 'date', choices: caseStates },
      derive: ({ record }) => deriveCaseState(record, getOfficeToday()),
    },
    group_id: groupColumn(lists),
  }
}

/** Excel export of the filtered cases. */
function buildCaseBookExport({
  recordSearch,
  state,
  query,
}: Pick<ScreenState, 'recordSearch' | 'state' | 'query'>): ExportRequest {
  const params = recordSearch.toListParams(state.search)
  return {
    collection: 'real-estate',
    query,
    fileName: buildCaseBookFileNames(getOfficeToday()).korean,
    fromServer: params && { path: '/api/mysql/realestate/export_excel', params },
    sheet: { ...caseBookSheet, toCells: toSheetCells },
  }
}

function toSheetCells({ record, joined }: SourceRow): SheetCell[] {
  // The mirror holds only rows that passed the contract's schema, so the types hold.
  return caseBookSheet.toCells({
    record: record as unknown as RealEstateRecord,
    group: joined['group_id'] as unknown as SheetGroup | undefined,
  })
}
