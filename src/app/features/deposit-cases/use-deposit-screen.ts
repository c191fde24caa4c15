import { useMemo } from 'react'
import { useCompleteLists } from '#app/records/offline-copy/use-complete-lists.ts'
import { addFlag, type ColumnFlag, type RecordExtras, useColumnFlag } from '#app/records/screen/record-extras.ts'
import type { ScreenRecords } from '#app/records/screen/use-screen-records.ts'
import { type ScreenState, useScreenState } from '#app/records/screen/use-screen-state.ts'
import { useLastResponse } from '#app/session/server-query.ts'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { defaultPurposes, depositCaseBook } from '#contract/books/deposit-cases.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Wordings } from '#contract/books/wordings.ts'
import { depositUniqueFieldsSchema } from '#contract/deposit-cases/deposit-cases.ts'
import { listPersonNames } from '#domain/text/person-name.ts'
import { compareKorean } from '#domain/text/search-text.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { DepositSearch } from './deposit-search.ts'
import { listProjectOptions, type ProjectMasterData } from './project-options.ts'

/**
 * Shared by 데이터 and 사건부: the screen's state, the actions with one undo history, and the values
 * that its fields suggest.
 */
export function useDepositScreen(
  records: ScreenRecords<DepositSearch>,
  { flags }: Pick<RecordExtras, 'flags'>,
  options: { label: string; wordings?: Wordings; loadFailed?: string },
): { readonly screen: ScreenState<DepositSearch>; readonly fieldOptions: DepositFieldOptions } {
  const fieldOptions = useDepositFieldOptions(records.copy)
  const latestFieldOptions = useLatest(fieldOptions)
  const flag = useColumnFlag(records.copy, flags)
  const columns = useMemo(() => depositColumns(latestFieldOptions, flag), [latestFieldOptions, flag])
  return {
    screen: useScreenState({ ...records, ...options, columns, historyId: depositCaseBook.name }),
    fieldOptions,
  }
}

/**
 * All columns of a deposit case; `getFieldOptions` is called whenever a list opens. Required
 * columns cannot be hidden, so the entry line always has them.
 */
function depositColumns(getFieldOptions: () => DepositFieldOptions, flag: ColumnFlag): readonly Column[] {
  const columns = buildAllColumns(depositCaseBook, {
    business_section: { isHidden: false, options: () => listProjectOptions(getFieldOptions().masterData) },
    business_manager: { isHidden: false },
    owner_name: { isHidden: false },
    address: { isHidden: false },
    purpose: { isHidden: false },
    // Linked in the panel that shows the address, with a search, because there are thousands.
    address_id: { isEditable: false },
  })
  return columns.map((column) => (column.key === 'owner_name' ? addFlag(column, flag) : column))
}

/** Values offered by the filters of the cases, and the master data of their projects. */
export interface DepositFieldOptions {
  readonly masterData: ProjectMasterData
  /** Values offered by the filters, by field. */
  readonly suggestions: Readonly<Record<'business_section' | 'business_manager' | 'purpose', readonly string[]>>
}

/**
 * The unique-fields call, cached on the device by the query persister. Until the server's first
 * response, projects and managers come from the mirrored master data, so that the filters also work
 * offline on the first day.
 */
function useDepositFieldOptions(copy: OfflineCopy): DepositFieldOptions {
  const masterData = useCompleteLists(copy, masterLists)
  const { data } = useLastResponse('/api/mysql/deposition/unique_fields/', depositUniqueFieldsSchema, {
    queryKey: ['deposit-cases', 'unique-fields'],
    isStored: true,
  })
  return useMemo(
    () => ({
      masterData,
      suggestions: {
        business_section: data?.business_sections ?? listDistinctNames(masterData.projects),
        business_manager: listPersonNames(data?.business_managers ?? listDistinctNames(masterData.managers)),
        purpose: data?.purposes ?? defaultPurposes,
      },
    }),
    [data, masterData],
  )
}

const masterLists = ['projects', 'managers'] as const

function listDistinctNames(records: readonly AnyRecord[]): string[] {
  const all = records.map(({ name }) => name).filter((name) => typeof name === 'string')
  return [...new Set(all)].toSorted(compareKorean)
}
