import { exportOnDevicePath } from '#contract/sync/view-reports.ts'
import { pressExport } from '../support/export-reason.ts'
import { ageSessions, enrollApp, generateNextCode, runInDatabase, test } from '../support/factors.ts'
import { goOffline, waitUntilAllStored } from '../support/go-offline.ts'
import { choosePin, pin, waitUntilKeysAreCarried } from '../support/sealed-copy.ts'
import { readSheet } from '../support/sheet-of.ts'
import { startSession } from '../support/start-session.ts'
import { expect } from '../support/test.ts'

/** Trail rows about sheets made on devices, newest first. */
const listSheets = async (office: Parameters<typeof runInDatabase>[0]) =>
  (await runInDatabase(
    office,
    `select detail from audit where act = 'export' and detail ? 'at_device' order by seq desc`,
  )) as { detail: Record<string, unknown> }[]

test('a sheet made on the device is logged and needs a fresh factor, or the PIN offline @offline', async ({
  office,
  newDevicePage: page,
}) => {
  test.setTimeout(240_000)
  await startSession(page, office)
  await page.goto(`${office.url}/account/devices`)
  const { secret } = await enrollApp(page)
  await page.getByRole('button', { name: 'PIN으로 잠그기' }).click()
  await choosePin(page, pin)
  await expect(page.getByRole('button', { name: '지금 잠그기' })).toBeVisible({ timeout: 30_000 })
  await waitUntilKeysAreCarried(page)
  await page.goto(`${office.url}/services/real-estate?tab=table`)
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await waitUntilAllStored(page)

  // Blocks the server's export, so the device must make the sheet.
  await page.route(/export_excel/, (route) => route.abort())
  await ageSessions(office, '20 minutes')
  const before = (await listSheets(office)).length
  await pressExport(page)
  const factorDialog = page.getByRole('dialog', { name: '2단계 인증' })
  await expect(factorDialog).toBeVisible()
  await factorDialog.getByRole('button', { name: '취소' }).click()
  await expect(page.getByText('엑셀', { exact: false }).first()).toBeVisible()
  expect((await listSheets(office)).length).toBe(before)

  const download = page.waitForEvent('download')
  await pressExport(page)
  await factorDialog.getByLabel('인증 앱의 6자리 코드').fill(generateNextCode(secret))
  await factorDialog.getByRole('button', { name: '인증', exact: true }).click()
  expect((await readSheet(await download)).length).toBeGreaterThan(2)
  const logged = await listSheets(office)
  expect(logged.length).toBe(before + 1)
  expect(logged[0]?.detail).toMatchObject({ reason: '업무 처리', is_masked: true })
  expect(logged[0]?.detail['offline']).toBeUndefined()
  expect(office.network.requests.filter(({ path }) => path === exportOnDevicePath).at(-1)?.status).toBe(200)

  await goOffline(page, office)
  await pressExport(page)
  const pinDialog = page.getByRole('dialog', { name: 'PIN 확인' })
  await pinDialog.getByLabel('PIN', { exact: true }).fill('000111')
  await pinDialog.getByRole('button', { name: '확인' }).click()
  await expect(pinDialog.getByText(/PIN이 맞지 않습니다/)).toBeVisible()
  const second = page.waitForEvent('download')
  await pinDialog.getByLabel('PIN', { exact: true }).fill(pin)
  await pinDialog.getByRole('button', { name: '확인' }).click()
  expect((await readSheet(await second)).length).toBeGreaterThan(2)
  office.network.setReachable(true)
  await expect.poll(async () => (await listSheets(office)).length, { timeout: 60_000 }).toBe(before + 2)
  expect((await listSheets(office))[0]?.detail).toMatchObject({ offline: true, reason: '업무 처리' })
})
