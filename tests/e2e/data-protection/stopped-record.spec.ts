import type { Locator, Page } from '@playwright/test'
import { type TrailEntry, type TrailPage, trailPath } from '#contract/trail/trail.ts'
import { stoppedEditText, stoppedLeftOutText } from '#domain/retention/stopped-texts.ts'
import { stopRecords } from '../../support/books/stop-record.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { findCard } from '../support/cards.ts'
import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { type Colleague, signInColleague } from '../support/colleague.ts'
import { pressExport } from '../support/export-reason.ts'
import { goOffline, waitUntilCopied } from '../support/go-offline.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/own-office.ts'
import { chooseFiles, openPapersOfCase, paperCard, takePhotograph } from '../support/papers.ts'
import { readSheet } from '../support/sheet-of.ts'

test.use({ ownedBy: 'stopped-record' })

const getDetail = ({ detail }: TrailEntry) => detail as Record<string, unknown>

/** Trail rows of readings of this record, oldest first. */
async function listReadings(superuser: Colleague, id: string): Promise<TrailEntry[]> {
  const { results } = await superuser.get<TrailPage>(`${trailPath}/?act=read&limit=1000`)
  return results.filter(({ record_id }) => record_id === id).toReversed()
}

/** Readings for which somebody gave a reason. */
async function listReasonedReadings(superuser: Colleague, id: string): Promise<TrailEntry[]> {
  return (await listReadings(superuser, id)).filter((read) => getDetail(read)['reason'] !== undefined)
}

/** Creates two cases; returns the id of the first and a function that stops its processing. */
async function stopFirst(superuser: Colleague, name: string) {
  await makeCases(superuser, name, 2)
  const [first] = await listOwnCases(superuser, name)
  const id = first?.id ?? ''
  const send = async (method: 'POST' | 'DELETE', path: string, body: object) =>
    (await superuser.send(method, path, body)).status
  return { id, stop: async () => await stopRecords(send, [{ collection: 'real-estate', id }]) }
}

/** A key in the cell opens no editor; the server's message appears instead. */
async function expectRefused(page: Page, cell: Locator): Promise<void> {
  await cell.click()
  await page.keyboard.press('a')
  await expect(page.getByText(stoppedEditText).last()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(cell).toHaveText('소유권이전')
}

const panel = (page: Page) => page.getByRole('region', { name: /사건부 상세/ })
const gate = (page: Page) => page.getByRole('form', { name: '처리정지 기록 열람' })

test('a stopped record refuses edits and exports, and opens only for a reason @offline', async ({
  office,
  staffPage: page,
}) => {
  const superuser = await signInColleague(office.origin)
  const { id, stop } = await stopFirst(superuser, '멈춤')
  await openPapersOfCase(page, office.url, '멈춤1')
  await chooseFiles(page, [await takePhotograph(page, '현관.jpg')])
  await page.getByRole('dialog').getByRole('button', { name: '추가', exact: true }).click()
  await expect(paperCard(page, /현관/)).toBeVisible()
  await openCaseBook(page, office.url, '?search=멈춤')
  await waitUntilCopied(page)
  const resume = await stop()
  const row = findCaseRow(page, '멈춤1')
  const mark = page.getByText('처리정지', { exact: true })
  await expect(row.getByText('처리정지', { exact: true }).first()).toBeVisible({ timeout: 20_000 })
  await expect(findCaseRow(page, '멈춤2').getByText('처리정지', { exact: true })).toHaveCount(0)
  await expectRefused(page, findCell(row, '등기목적'))
  await row.getByRole('button', { name: /상세$/ }).click()
  await expectGate(page)
  await expect.poll(async () => (await listReasonedReadings(superuser, id)).length, { timeout: 30_000 }).toBe(1)
  await expectPaperForReading(page)
  await page.keyboard.press('Escape')

  await goOffline(page, office)
  await page.reload()
  await expect(row.getByText('처리정지', { exact: true }).first()).toBeVisible()
  const file = page.waitForEvent('download')
  await pressExport(page)
  const cells = (await readSheet(await file)).flat()
  expect([cells.includes('멈춤1'), cells.includes('멈춤2')]).toEqual([false, true])
  await expect(page.getByText(stoppedLeftOutText)).toBeVisible()
  const popup = await page.context().newPage()
  await popup.goto(`${office.url}/popup/real-estate/${id}`)
  await expectGateOfWindow(popup)
  await popup.close({ runBeforeUnload: false })
  await page.bringToFront()
  await expect(page.getByText(/^대기 [1-9]/)).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(findCard(page, '멈춤1').getByText('처리정지', { exact: true }).first()).toBeVisible()
  await expect(findCard(page, '멈춤2').getByText('처리정지', { exact: true })).toHaveCount(0)
  await page.setViewportSize({ width: 1440, height: 900 })

  office.network.setReachable(true)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const listReasons = async () => (await listReasonedReadings(superuser, id)).map(getDetail)
  await expect.poll(listReasons, { timeout: 60_000 }).toMatchObject([
    { place: 'panel', reason: '법원 보정명령' },
    { place: 'window', reason: '법령상 의무 이행', offline: true },
  ])
  await resume()
  await expect(mark).toHaveCount(0, { timeout: 60_000 })
  await typeIntoCell(page, findCell(row, '등기목적'), '상속')
  await expect.poll(async () => (await listOwnCases(superuser, '멈춤'))[0]?.purpose, { timeout: 30_000 }).toBe('상속')
})

/** The panel asks for a reason before it shows anything of the record. */
async function expectGate(page: Page): Promise<void> {
  await expect(gate(page)).toBeVisible()
  await expect(panel(page).getByText('처리정지', { exact: true })).toBeVisible()
  await expect(panel(page).getByRole('tab')).toHaveCount(0)
  await expect(panel(page).getByRole('button', { name: '상세 인쇄' })).toHaveCount(0)
  await expectAccessible(page)
  await gate(page).getByRole('combobox', { name: '사유' }).selectOption('기타')
  await gate(page).getByRole('button', { name: '열람' }).click()
  await expect(gate(page).getByText('사유를 두 글자 이상 적어 주세요.')).toBeVisible()
  await gate(page).getByRole('textbox').fill('법원 보정명령')
  await gate(page).getByRole('button', { name: '열람' }).click()
  await expect(panel(page).getByRole('tab').first()).toBeVisible()
  await expect(panel(page).getByText(stoppedEditText)).toBeVisible()
  await expect(panel(page).getByRole('textbox', { name: '등기목적' })).not.toBeEditable()
}

/** The reason also applies to the record's papers, which cannot be edited either. */
async function expectPaperForReading(page: Page): Promise<void> {
  await panel(page).getByRole('tab', { name: '서류철' }).click()
  await paperCard(page, /현관/).click()
  const paper = page.getByRole('dialog', { name: '현관' })
  await expect(paper.getByRole('img', { name: '현관' })).toBeVisible()
  await expect(paper.getByText(stoppedEditText)).toBeVisible()
  await expect(paper.getByRole('button', { name: '서류 삭제' })).toBeDisabled()
  await expect(paper.getByRole('button', { name: '파일로 저장' })).toHaveCount(0)
  await paper.getByRole('button', { name: '닫기' }).last().click()
}

async function expectGateOfWindow(popup: Page): Promise<void> {
  await expect(gate(popup)).toBeVisible()
  await expect(popup.getByText('소유권이전')).toHaveCount(0)
  await gate(popup).getByRole('combobox', { name: '사유' }).selectOption('법령상 의무 이행')
  await gate(popup).getByRole('button', { name: '열람' }).click()
  await expect(popup.getByRole('combobox', { name: '등기목적' })).toHaveValue('소유권이전')
  await popup.getByRole('combobox', { name: '등기목적' }).fill('몰래')
  await popup.getByRole('button', { name: '저장' }).click()
  await expect(popup.getByText(stoppedEditText)).toBeVisible()
}
