import type { OpGaps } from '#contract/sync/op-trace.ts'
import { newId } from '#server/new-id.ts'
import { startSession } from '../support/start-session.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('superusers see whether every edit arrived, and the screen says when the server is unreachable', async ({
  office,
  newDevicePage: page,
}) => {
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/services/real-estate`)
  await page.getByRole('navigation', { name: '업무' }).getByRole('link', { name: '관리', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '관리' })).toBeVisible()
  await expect(page.getByRole('grid', { name: '사용자' })).toBeVisible()
  await page.goto(`${office.url}/settings#undelivered`)
  await expect(page.getByRole('tab', { selected: true })).toHaveText('데이터')
  await expect(page.locator('h2#undelivered')).toBeVisible()
  await expect(page.getByText('미전송 내역이 없습니다.')).toBeVisible()
  office.network.setReachable(false)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByText('이 목록은 서버에만 있어, 연결되면 다시 볼 수 있습니다.')).toBeVisible()
  office.network.setReachable(true)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByText('미전송 내역이 없습니다.')).toBeVisible()
})

test('a gap names the person, the device, the number of edits and the start', async ({
  office,
  newDevicePage: page,
  context,
}) => {
  // A gap only counts after a day; the server's response is tested in
  // src/server/sync/writes/missing-ops.op-traces.test.ts.
  const opIds = [newId(), newId()]
  const opGaps: OpGaps = {
    gaps: [
      {
        device_id: '0198c0de-0000-7000-8000-0000004f21ab',
        user_id: newId(),
        user_name: '김가온',
        count: 102,
        since: '2026-11-18T08:21:00+09:00',
        op_ids: opIds,
      },
    ],
  }
  await context.route('**/api/sync/gaps', (route) => route.fulfill({ json: opGaps }))
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/settings?tab=data`)
  const entry = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '김가온' }) })
  await expect(entry).toContainText('102건')
  await expect(entry).toContainText('기기 4f21ab')
  await expect(entry).toContainText('2026.11.18 08:21부터')
  await entry.getByText('작업 번호 (오래된 2건)').click()
  for (const opId of opIds) await expect(entry.getByText(opId)).toBeVisible()
})

test('on a phone the tabs are on one line with the selected one visible, and arrow keys reach all of them', async ({
  office,
  newDevicePage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/settings?tab=data`)
  const tabs = page.getByRole('tablist', { name: '관리' })
  const open = tabs.getByRole('tab', { selected: true })
  await expect(open).toHaveText('데이터')
  await expect(open).toBeInViewport({ ratio: 1 })
  expect((await tabs.boundingBox())?.height).toBeLessThan(50)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await open.focus()
  await page.keyboard.press('Home')
  for (const tab of await tabs.getByRole('tab').all()) {
    await expect(tab).toBeFocused()
    await expect(tab).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('ArrowRight')
  }
  // Wraps around to the first one, which Enter opens.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: '사용자' })).toBeVisible()
  await expect(open).toHaveText('사용자 관리')
})
