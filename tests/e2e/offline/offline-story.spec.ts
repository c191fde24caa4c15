import { test } from '@playwright/test'
import { createMachine } from '../support/browser-process.ts'
import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { listCases, signInColleague } from '../support/colleague.ts'
import { expect } from '../support/expect.ts'
import { goOffline } from '../support/go-offline.ts'
import { openOffice } from '../support/office.ts'
import { signIn } from '../support/sign-in.ts'

test('offline edits survive a killed browser and are applied exactly once @core', async () => {
  test.setTimeout(180_000)
  const office = await openOffice()
  const machine = createMachine()
  try {
    const colleague = await signInColleague(office.origin)
    const before = await listCases(colleague)
    const [edited, deleted] = before.filter(
      (record) => before.filter((other) => other.owner === record.owner).length === 1,
    )
    if (!edited?.owner || !deleted?.owner) throw new Error('the demo data has fewer than two unique owners')

    const morning = await machine.open()
    await signIn(morning.page, office.url)
    await openCaseBook(morning.page, office.url)
    await goOffline(morning.page, office)
    await openCaseBook(morning.page, office.url, `?search=${encodeURIComponent(edited.owner)}`)
    await typeIntoCell(morning.page, findCell(findCaseRow(morning.page, edited.owner), '보수료'), '1234560')
    await typeIntoCell(morning.page, findCell(findCaseRow(morning.page, edited.owner), '소유자'), '달래오프라인')
    await expect(findCell(findCaseRow(morning.page, '달래오프라인'), '소유자')).toContainText('전송 대기')
    await openCaseBook(morning.page, office.url, `?search=${encodeURIComponent(deleted.owner)}`)
    await findCaseRow(morning.page, deleted.owner).getByRole('button', { name: '삭제' }).click()
    await morning.page.getByRole('dialog').getByRole('button', { name: '삭제' }).click()
    // The row disappears once the deletion is on disk; the waiting count has included it before.
    await expect(findCaseRow(morning.page, deleted.owner)).toBeHidden()
    await machine.kill()

    const evening = await machine.open()
    await openCaseBook(evening.page, office.url, `?search=${encodeURIComponent('달래오프라인')}`)
    await expect(findCell(findCaseRow(evening.page, '달래오프라인'), '보수료')).toContainText('1,234,560')
    await expect(evening.page.getByText(/대기 [1-9]/)).toBeVisible()

    office.network.setReachable(true)
    const meanwhile = await colleague.send('PUT', '/api/mysql/realestate/list/', {
      id: edited.id,
      purpose: '동료가 고친 목적',
    })
    expect(meanwhile.status).toBe(200)
    await evening.page.getByRole('button', { name: '새로고침' }).click()
    await expect(evening.page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })

    // Every sent entry of the edited record raised its version once, however often it was sent; the
    // colleague's write once more.
    const writes = office.network.requests.flatMap((request) => request.writes)
    const sentCount = new Set(writes.filter(({ method }) => method === 'PUT').map(({ opId }) => opId)).size
    expect(sentCount).toBeGreaterThan(0)
    const after = await listCases(colleague)
    expect(after.find((record) => record.id === edited.id)).toMatchObject({
      owner: '달래오프라인',
      fees: 1_234_560,
      fees_vat: 123_456,
      purpose: '동료가 고친 목적',
      version: edited.version + sentCount + 1,
    })
    expect(after.some((record) => record.id === deleted.id)).toBe(false)
    expect(after).toHaveLength(before.length - 1)
    await expect(findCell(findCaseRow(evening.page, '달래오프라인'), '등기목적')).toHaveText('동료가 고친 목적')
  } finally {
    await machine.remove()
    await office.stop()
  }
})
