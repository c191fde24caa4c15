import type { Locator, Page } from '@playwright/test'
import type { Field } from '#contract/books/field.ts'
import { realEstateUnitBook } from '#contract/books/real-estate-units.ts'
import { newId } from '#server/new-id.ts'
import type { Colleague } from './colleague.ts'
import { expect } from './expect.ts'

type Label = (typeof realEstateUnitBook.fields)[number]['label']

const fields: readonly Field[] = realEstateUnitBook.fields
/** Default order in the table: pinned fields first, hidden ones left out. */
const shownFields = [...fields.filter(({ pinned }) => pinned), ...fields.filter(({ pinned }) => !pinned)].filter(
  ({ shown }) => shown !== false,
)

/** Opens 데이터 of real estate, the first tab. */
export async function openUnits(page: Page, url: string, search = ''): Promise<void> {
  await page.goto(`${url}/services/real-estate${search}`)
  await expect(unitGrid(page)).toBeVisible()
}

export function unitGrid(page: Page): Locator {
  return page.getByRole('grid', { name: '세대', exact: true })
}

export function unitRow(page: Page, dongho: string): Locator {
  return page.getByRole('row').filter({ has: page.locator('[role=gridcell]').getByText(dongho, { exact: true }) })
}

/** The cell of a row in the column with that label. */
export function unitCell(row: Locator, label: Label): Locator {
  return row.locator(`[role=gridcell][data-col="${findColumn(label)}"]`)
}

/** The cell of the entry line in the column with that label. */
export function unitEntryCell(page: Page, label: Label): Locator {
  return page.locator(`[role=gridcell][data-row="-1"][data-col="${findColumn(label)}"]`)
}

function findColumn(label: Label): number {
  return shownFields.findIndex((field) => field.label === label)
}

/** Creates a group with units for this test alone, directly on the server; returns its id. */
export async function makeUnits(
  colleague: Colleague,
  name: string,
  units: readonly Record<string, unknown>[] = [],
): Promise<string> {
  const groupId = newId()
  await expectCreated(colleague, '/api/mysql/realestate/group/', { id: groupId, name })
  for (const unit of units)
    await expectCreated(colleague, '/api/mysql/realestate/unit/', { group_id: groupId, ...unit })
  return groupId
}

async function expectCreated(colleague: Colleague, path: string, body: unknown): Promise<void> {
  const { status } = await colleague.send('POST', path, body)
  if (status !== 201) throw new Error(`${path} was refused with ${status}`)
}
