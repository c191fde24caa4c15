import { createHash } from 'node:crypto'
import { type Page, test } from '@playwright/test'
import type { Paper } from '#contract/books/papers.ts'
import { buildPaperContentPath, buildPaperStatePath, type PaperState } from '#contract/papers/papers.ts'
import { makeGrayPng } from '../../support/documents/pictures.ts'
import { createMachine, type Machine } from '../support/browser-process.ts'
import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { type Colleague, signInColleague } from '../support/colleague.ts'
import { expect } from '../support/expect.ts'
import { waitUntilAllStored } from '../support/go-offline.ts'
import { openOffice } from '../support/office.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { signIn } from '../support/sign-in.ts'

/** The label of an unsent photograph, and the tablet's status while offline. */
const offlineStatus = /^(오프라인|서버 응답 없음)/

test('sends five edits and three photographs made offline once each, despite a killed browser', async () => {
  test.setTimeout(300_000)
  const office = await openOffice()
  const machine = createMachine()
  try {
    const colleague = await signInColleague(office.origin)
    const before = await makeCases(colleague, '들녘마을', 5)
    const office7 = await openTablet(machine)
    await signIn(office7, office.url)
    await openCaseBook(office7, office.url)
    await waitUntilAllStored(office7)
    await machine.kill()

    office.network.setReachable(false)
    const field = await openTablet(machine)
    await field.goto(`${office.url}/staff`)
    await expect(field.getByRole('heading', { name: '오늘', exact: true })).toBeVisible()
    await expect(field.getByRole('contentinfo').getByText(offlineStatus)).toBeVisible()
    await openCaseBook(field, office.url, '?search=ㄷㄴㅁㅇ')
    for (const [at, { owner }] of before.entries())
      await typeIntoCell(field, findCell(findCaseRow(field, owner ?? ''), '보수료'), String(200_000 + at))
    await takePhotographs(field, 3)
    await machine.kill()

    const evening = await openTablet(machine)
    await openCaseBook(evening, office.url, '?search=ㄷㄴㅁㅇ')
    await expect(findCell(findCaseRow(evening, '들녘마을5'), '보수료')).toContainText('200,004')
    await expect(evening.getByText(/대기 [1-9]/)).toBeVisible()
    office.network.setReachable(true)
    await evening.getByRole('button', { name: '지금 동기화' }).click()
    await expect(evening.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
    await expect(evening.getByText(/사진·서류/)).toBeHidden({ timeout: 60_000 })

    const after = await listOwnCases(colleague, '들녘마을')
    expect(after.map(({ fees }) => fees)).toEqual([200_000, 200_001, 200_002, 200_003, 200_004])
    // Each was written once, however often it was sent.
    expect(after.map(({ version }) => version)).toEqual(before.map(({ version }) => version + 1))
    await expectWholePapers(colleague, { ofCase: before[0]?.id ?? '', count: 3 })
  } finally {
    await machine.remove()
    await office.stop()
  }
})

/** The browser of a tablet in landscape, which decides layout and touch sizes. */
async function openTablet(machine: Machine): Promise<Page> {
  const { context, page } = await machine.open()
  await page.setViewportSize({ width: 1024, height: 768 })
  const device = await context.newCDPSession(page)
  await device.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
  return page
}

/** Takes photographs of the first case shown with the tablet's camera. */
async function takePhotographs(page: Page, count: number): Promise<void> {
  await findCaseRow(page, '들녘마을1')
    .getByRole('button', { name: /행 작업$/ })
    .click()
  await page.getByRole('menuitem', { name: '상세' }).click()
  const sheet = page.getByRole('region', { name: /들녘마을1/ })
  await sheet.getByRole('tab', { name: /^서류철/ }).click()
  for (let photoNumber = 1; photoNumber <= count; photoNumber += 1) {
    await sheet.getByTestId('paper-camera').setInputFiles({
      name: `IMG_${photoNumber}.png`,
      mimeType: 'image/png',
      buffer: makeGrayPng(900 + photoNumber, 600),
    })
    await page
      .getByRole('dialog', { name: /^사진 추가/ })
      .getByRole('button', { name: '추가', exact: true })
      .click()
    await expect(sheet.getByRole('list', { name: '서류 목록' }).getByRole('listitem')).toHaveCount(photoNumber)
  }
  await expect(page.getByText(/사진·서류 3개/)).toBeVisible()
}

/**
 * Every photograph is there once with its file byte for byte, by the digest the tablet computed.
 */
async function expectWholePapers(
  colleague: Colleague,
  { ofCase, count }: { ofCase: string; count: number },
): Promise<void> {
  const path = `/api/mysql/realestate/paper/?case_id=${ofCase}`
  const { results } = await colleague.get<{ results: Paper[] }>(path)
  expect(results).toHaveLength(count)
  expect(new Set(results.map(({ content_id: id }) => id)).size).toBe(count)
  for (const { content_id: id, digest, size } of results) {
    expect(await colleague.get<PaperState>(buildPaperStatePath(id))).toMatchObject({ is_whole: true, received: size })
    const bytes = await colleague.getBytes(buildPaperContentPath(id))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(digest)
  }
}
