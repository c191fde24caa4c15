import type { Locator, Page } from '@playwright/test'
import { openCaseBook } from '../support/case-book.ts'
import type { Colleague } from '../support/colleague.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { refuseEdits } from '../support/refuse-edits.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('edits all results but one after a preview, retries a refused row, and undoes it in one step', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const before = await makeCases(colleague, '일괄', 25)
  await colleague.send('PUT', '/api/mysql/realestate/list/', { id: before[0]?.id, purpose: '근저당권설정' })
  await openCaseBook(page, office.url, '?search=일괄')
  await page.getByRole('button', { name: '일괄 수정', exact: true }).click()
  await expectNoteNextToTable(page)
  await refuseEdits(page.context(), { message: '마감된 사건입니다.', of: before[1]?.id ?? '-' })
  await tickAllButOne(page)
  await page.getByRole('button', { name: '일괄 수정 (24)' }).click()
  const dialog = page.getByRole('dialog', { name: '일괄 수정(24건 선택)' })
  await chooseNewValues(dialog)
  await dialog.getByRole('button', { name: '미리보기' }).click()
  await expect(dialog.getByLabel('미리보기 요약')).toContainText('바뀌는 행 24건')
  await expect(dialog.getByText('등기목적 23건 · 보수료 24건 · 부가세 24건')).toBeVisible()
  await expect(dialog.getByRole('table')).toContainText('25,000')
  await dialog.getByRole('button', { name: '24건 변경' }).click()

  const refused = dialog.getByRole('region', { name: '저장되지 않은 행' })
  await expect(refused).toContainText('일괄2')
  await expect(refused).toContainText('마감된 사건입니다.')
  await page.context().unrouteAll()
  await refused.getByRole('button', { name: '일괄2 다시 시도' }).click()
  await expect(dialog).toBeHidden({ timeout: 60_000 })
  const plainTally = '소유권이전 100000 10000'
  await expect
    .poll(async () => await countValues(colleague))
    .toEqual({ '근저당권설정 250000 25000': 24, [plainTally]: 1 })

  await page.getByRole('button', { name: /^실행 취소: 일괄 수정/ }).click()
  await expect
    .poll(async () => await countValues(colleague))
    .toEqual({ '근저당권설정 100000 10000': 1, [plainTally]: 24 })
  await expect(page.getByRole('button', { name: '다시 실행: 일괄 수정 (등기목적 외 2개 항목) (Ctrl+Y)' })).toBeEnabled()
})

/** Selects all search results, two pages, except the third row. */
async function tickAllButOne(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: '이 화면의 행 모두 선택' }).click()
  await page.getByRole('button', { name: '검색 결과 25건 전체 선택' }).click()
  await page.getByRole('checkbox', { name: '3행 선택', exact: true }).click()
  await page.getByRole('button', { name: '다음 페이지' }).click()
  await expect(page.getByText('검색 결과 25건 전체 선택됨 (1건 제외)')).toBeVisible()
}

/** Chooses an existing purpose and a fee, from which the tax follows. */
async function chooseNewValues(dialog: Locator): Promise<void> {
  await expect(dialog.getByRole('listitem').filter({ hasText: '등기목적' })).toContainText('값 2가지')
  await dialog.getByRole('button', { name: '미리보기' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('수정할 항목을 하나 이상 선택해 주세요.')
  await dialog.getByRole('button', { name: '등기목적 현재 값 보기' }).click()
  await dialog.getByRole('button', { name: /근저당권설정/ }).click()
  await dialog.getByRole('checkbox', { name: '보수료', exact: true }).check()
  await expect(dialog.getByRole('checkbox', { name: '부가세' })).toBeChecked()
  await dialog.getByLabel('보수료 새 값').fill('250,000')
}

/** Counts cases by purpose, fee and tax on the server. */
async function countValues(colleague: Colleague): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { purpose, fees, fees_vat } of await listOwnCases(colleague, '일괄')) {
    const values = [purpose, fees, fees_vat].join(' ')
    counts[values] = (counts[values] ?? 0) + 1
  }
  return counts
}

/** Without a selection a toast says so and covers neither the rows nor the bars around them. */
async function expectNoteNextToTable(page: Page): Promise<void> {
  const note = page.getByRole('region', { name: '알림' })
  await expect(note.getByText('선택된 항목이 없습니다.')).toBeVisible()
  const noteBox = await note.boundingBox()
  const others = [
    page.getByRole('navigation', { name: '페이지' }),
    page.getByRole('contentinfo', { name: '연결과 전송 상태' }),
    page.getByRole('row').nth(1),
  ]
  for (const other of others) expect(isOver(noteBox, await other.boundingBox())).toBe(false)
}

type Box = Awaited<ReturnType<Locator['boundingBox']>>

function isOver(box: Box, other: Box): boolean {
  if (!box || !other) throw new Error('not on the screen')
  return box.y < other.y + other.height && other.y < box.y + box.height
}
