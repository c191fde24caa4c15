import type { Locator, Page } from '@playwright/test'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import type { Field } from '#contract/books/field.ts'
import { newId } from '#server/new-id.ts'
import type { Colleague } from './colleague.ts'
import { expect } from './expect.ts'

type Label = (typeof depositCaseBook.fields)[number]['label']

const fields: readonly Field[] = depositCaseBook.fields
/** Default order in the table: pinned fields first, hidden ones left out. */
const shownFields = [...fields.filter(({ pinned }) => pinned), ...fields.filter(({ pinned }) => !pinned)].filter(
  ({ shown }) => shown !== false,
)

/** Opens 데이터, the first tab. */
export async function openGrid(page: Page, url: string, search = ''): Promise<void> {
  await page.goto(`${url}/services/deposit${search}`)
  await expect(page.getByRole('grid', { name: '공탁 사건', exact: true })).toBeVisible()
}

/** Opens 사건부, the second tab; `search` without its question mark. */
export async function openBook(page: Page, url: string, search = ''): Promise<void> {
  await page.goto(`${url}/services/deposit?tab=table&${search}`)
  await expect(page.getByRole('grid', { name: '공탁 사건부' })).toBeVisible()
}

export function caseRow(page: Page, owner: string): Locator {
  return page.getByRole('row').filter({ has: page.locator('[role=gridcell]').getByText(owner, { exact: true }) })
}

/** The cell of a row in the column with that label. */
export function caseCell(row: Locator, label: Label): Locator {
  return row.locator(`[role=gridcell][data-col="${shownFields.findIndex((field) => field.label === label)}"]`)
}

export interface ListedDeposit {
  id: string
  owner_name: string
  business_section: string
  business_manager: string
  purpose: string
  status: string | null
  fees: number | null
  fees_vat: number | null
  request_number: string | null
  created_at: string | null
}

/** Creates cases for this test alone, directly on the server; owners are `<name>1`, `<name>2`, … */
export async function makeDeposits(colleague: Colleague, name: string, count = 1): Promise<ListedDeposit[]> {
  for (let number = 1; number <= count; number += 1) {
    await createOnServer(colleague, '/api/mysql/deposition/list/', {
      business_section: `${name} 구간`,
      business_manager: '한도담',
      owner_name: `${name}${number}`,
      address: '가온시 솔빛동 1-1',
      purpose: '공탁',
      status: 'pending',
      fees: 100_000,
      fees_vat: 10_000,
      created_at: '2026-11-20',
    })
  }
  return listDeposits(colleague, name)
}

/** These cases as currently stored on the server, in order of creation. */
export async function listDeposits(colleague: Colleague, name: string): Promise<ListedDeposit[]> {
  const query = new URLSearchParams({ page_size: '10000', search: name })
  const { results } = await colleague.get<{ results: ListedDeposit[] }>(`/api/mysql/deposition/list/?${query}`)
  return results.filter(({ owner_name: owner }) => owner.startsWith(name)).toSorted((a, b) => a.id.localeCompare(b.id))
}

/**
 * Creates a project of the master data with its manager, company and department; returns the ids of
 * project and manager.
 */
export async function makeProject(
  colleague: Colleague,
  section: string,
  manager: string,
): Promise<{ project: string; manager: string }> {
  const company = await createOnServer(colleague, '/api/deposition/company/', { name: `${section} 시행` })
  const department = await createOnServer(colleague, '/api/deposition/department/', { company, name: '보상부' })
  const person = await createOnServer(colleague, '/api/deposition/manager/', { company, department, name: manager })
  const project = await createOnServer(colleague, '/api/deposition/project/', {
    name: section,
    manager: person,
    status: '진행중',
  })
  return { project, manager: person }
}

async function createOnServer(colleague: Colleague, path: string, record: Record<string, unknown>): Promise<string> {
  const id = newId()
  const { status } = await colleague.send('POST', path, { id, ...record })
  if (status !== 201) throw new Error(`${path} refused the record with ${status}`)
  return id
}
