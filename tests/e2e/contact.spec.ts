import type { Page } from '@playwright/test'
import { backgroundTurn } from './support/background-turn.ts'
import { expectNoBarrier } from './support/barriers.ts'
import { untilPagesStored } from './support/go-offline.ts'
import { inquiriesAbout, openContact, sendInquiry, writeInquiry } from './support/inquiries.ts'
import { lookForUpdate, runsNext, withNextBuild } from './support/next-build.ts'
import { expect, test } from './support/test.ts'

test('a visitor is told at the fields what is missing, sends, and the office has it as it was written', async ({
  office,
  colleague,
  calmPage: page,
}) => {
  await openContact(page, office.url)
  await expectNoBarrier(page)
  await sendInquiry(page)
  for (const fault of [
    '이름을 입력해 주세요.',
    '연락처나 이메일 가운데 하나는 입력해 주세요.',
    '제목을 입력해 주세요.',
    '문의 내용을 입력해 주세요.',
    '개인정보 수집·이용에 동의해 주세요.',
  ]) {
    await expect(page.getByText(fault)).toBeVisible()
  }
  await expect(page.getByRole('alert').filter({ hasText: '확인할 곳이 5군데 있습니다.' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^이름/ })).toBeFocused()
  await expectNoBarrier(page)

  await writeInquiry(page, '보내는 문의')
  await page.getByRole('textbox', { name: /^문의 내용/ }).fill('<script>window.broken = true</script> & "따옴표"')
  await expect(page.getByText(/입력해 주세요\.$/)).toHaveCount(0)
  await sendInquiry(page)
  await expect(page.getByRole('status').filter({ hasText: '전송되었습니다' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^이름/ })).toHaveValue('')
  await expect(page.getByRole('checkbox', { name: /동의합니다/ })).not.toBeChecked()
  expect(await inquiriesAbout(colleague, '보내는 문의')).toMatchObject([
    { name: '윤새봄', message: '<script>window.broken = true</script> & "따옴표"', state: 'new' },
  ])
  await page.reload()
  await expect(page.getByRole('textbox', { name: /^이름/ })).toHaveValue('')
  await expect(page.getByRole('region', { name: '보낼 문의' })).toHaveCount(0)
})

test('without a network an inquiry is kept and said to be kept, and goes out once when the network is back, also when its answer is lost @offline', async ({
  office,
  colleague,
  calmPage: page,
}) => {
  await openContact(page, office.url)
  await untilPagesStored(page)
  office.network.setReachable(false)
  await writeInquiry(page, '기다리는 문의')
  await sendInquiry(page)
  await expect(page.getByRole('status').filter({ hasText: '보관되었습니다' })).toContainText(
    '연결되면 자동으로 보냅니다',
  )
  await writeInquiry(page, '지우는 문의')
  await sendInquiry(page)
  const waiting = page.getByRole('region', { name: '보낼 문의' })
  await expect(waiting.getByRole('listitem')).toHaveCount(2)

  await page.goto(`${office.url}/about`)
  await openContact(page, office.url)
  await expect(waiting.getByRole('listitem')).toHaveCount(2)
  await expectNoBarrier(page)
  await waiting.getByRole('button', { name: '지우는 문의 지우기' }).click()
  await waiting.getByRole('button', { name: '지우기 확인' }).click()
  await expect(waiting.getByRole('listitem')).toHaveCount(1)

  const lost = { count: 0 }
  office.network.setFaults(({ method, path }) => {
    if (method !== 'POST' || !path.startsWith('/api/contact') || lost.count > 0) return { kind: 'pass' }
    lost.count += 1
    return { kind: 'drop_response' }
  })
  office.network.setReachable(true)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(waiting).toHaveCount(0, { timeout: 60_000 })
  expect(lost.count).toBe(1)
  expect(await inquiriesAbout(colleague, '기다리는 문의')).toHaveLength(1)
  expect(await inquiriesAbout(colleague, '지우는 문의')).toEqual([])
})

test('with no page open the service worker sends what waits when the connection is back @offline', async ({
  office,
  colleague,
  calmPage: page,
}) => {
  await openContact(page, office.url)
  await untilPagesStored(page)
  office.network.setReachable(false)
  await writeInquiry(page, '닫고 가는 문의')
  await sendInquiry(page)
  await expect(page.getByText('보관되었습니다')).toBeVisible()

  const giveTurn = await backgroundTurn(page.context(), office.url, 'inquiries')
  await page.close()
  office.network.setReachable(true)
  await expect
    .poll(
      async () => {
        await giveTurn()
        return (await inquiriesAbout(colleague, '닫고 가는 문의')).length
      },
      { timeout: 60_000, intervals: [1000, 2000, 5000] },
    )
    .toBe(1)
})

test('a half-written inquiry survives a new version of the app @offline', async ({ office, calmPage: page }) => {
  await withNextBuild(office, async (next) => {
    await writeHalf(page, office.url)
    next.publish()
    await lookForUpdate(page)
    await page.getByRole('button', { name: '업데이트' }).click()
    await expect.poll(() => runsNext(page)).toBe(true)
    for (const [label, text] of [
      ['이름', '윤새봄'],
      ['연락처', '010-0000-0101'],
      ['제목', '쓰다 만 문의'],
      ['문의 내용', '비용을 알려 주세요.'],
    ] as const) {
      await expect(page.getByRole('textbox', { name: new RegExp(`^${label}`) })).toHaveValue(text)
    }
  })
})

test('where the browser keeps nothing, a new version asks before it costs a half-written inquiry @offline', async ({
  office,
  calmPage: page,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await withNextBuild(office, async (next) => {
    await writeHalf(page, office.url)
    next.publish()
    await lookForUpdate(page)
    await page.getByRole('button', { name: '업데이트' }).click()
    await expect(page.getByText('저장하지 않은 입력(문의 내용)이 사라집니다.')).toBeVisible()
    expect(await runsNext(page)).toBe(false)
    await page.getByRole('button', { name: '나중에' }).click()
    await expect(page.getByRole('textbox', { name: /^제목/ })).toHaveValue('쓰다 만 문의')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the form fits, and telephone and 보내기 are within reach of a thumb', async ({ office, calmPage: page }) => {
    await openContact(page, office.url)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const send = page.getByRole('button', { name: '보내기' })
    const box = await send.boundingBox()
    expect(box?.width).toBeGreaterThan(300)
    expect(box?.height).toBeGreaterThanOrEqual(44)
    await expectNoBarrier(page, 'main')
  })
})

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  for (const siteFonts of ['in time', 'too late for the first drawing']) {
    test(`at ${String(width)} px nothing moves while the page opens and somebody writes, with the site's fonts ${siteFonts}`, async ({
      office,
      calmPage: page,
    }) => {
      office.network.setFaults(({ path }) => {
        if (/\/site-[^/]*\.woff2$/.test(path) && siteFonts !== 'in time') return { kind: 'delay', ms: 3000 }
        return /\/Pretendard[^/]*\.woff2$/.test(path) ? { kind: 'delay', ms: 700 } : { kind: 'pass' }
      })
      await page.setViewportSize({ width, height })
      await watchShifts(page)
      await openContact(page, office.url)
      await page.waitForLoadState('networkidle')
      const letters = ['윤쀍뙑', '뷁쒧 늧다', '똠방각하와 펲시콜라']
      for (const [place, label] of ['이름', '제목', '문의 내용'].entries()) {
        const pieces = waitForPieces(page)
        await page.getByRole('textbox', { name: new RegExp(`^${label}`) }).click()
        await page.keyboard.type(letters[place] ?? '')
        await pieces
      }
      const shifts = await page.evaluate((): unknown => Reflect.get(window, 'shifts'))
      // A letter that comes in another font is a pixel or two higher within its field; the least that a person sees is a hundred times as much.
      expect(JSON.stringify(shifts), 'what moved').toBe('[]')
    })
  }
}

test('no staff code and no offline copy comes along with the contact page', async ({ office, calmPage: page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await openContact(page, office.url)
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((path) => path.includes('/staff-'))).toEqual([])
})

/** Notes every shift, also shortly after a press or a key, where browsers forgive it. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && Number(entry.value) > 0.001) shifts.push(JSON.stringify(entry))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** A piece of the whole typeface has come and was drawn. */
async function waitForPieces(page: Page): Promise<void> {
  await page.waitForResponse((response) => /\/Pretendard[^/]*\.woff2$/.test(response.url()))
  await page.waitForLoadState('networkidle')
  await page.evaluate(() =>
    document.fonts.ready.then(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))),
  )
}

/** An inquiry that is not sent, on a device that has this version of the app. */
async function writeHalf(page: Page, url: string): Promise<void> {
  await openContact(page, url)
  await untilPagesStored(page)
  await writeInquiry(page, '쓰다 만 문의')
}
