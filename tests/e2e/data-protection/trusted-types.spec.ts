import type { Page } from '@playwright/test'
import { findCaseRow, openCaseBook } from '../support/case-book.ts'
import { watchCode } from '../support/code-watch.ts'
import { pressExport } from '../support/export-reason.ts'
import { goOffline } from '../support/go-offline.ts'
import { makeCases } from '../support/own-cases.ts'
import { chooseFiles, openPapersOfCase, paperCard, pdfFile } from '../support/papers.ts'
import { printList, withoutDialog } from '../support/printing.ts'
import { startSession } from '../support/start-session.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('text never becomes HTML, a script or a worker, and nothing can create another policy', async ({
  office,
  browser,
}) => {
  office.network.setReachable(true)
  for (const path of ['/blog/1', '/staff']) {
    // A separate device, because these attempts produce errors.
    const page = await (await browser.newContext()).newPage()
    if (path === '/staff') await startSession(page, office, 'superuser')
    await page.goto(office.url + path)
    await expect(page.locator('h1').first()).toBeVisible()
    const outcomes = await page.evaluate(tryEverything)
    expect(
      outcomes.filter(([, outcome]) => outcome !== 'TypeError' && outcome !== 'EvalError'),
      path,
    ).toEqual([])
    expect(outcomes.length).toBeGreaterThan(15)
    expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined()
    await page.context().close()
  }
})

// The walks find violations on every screen; this test adds a service worker, workers and papers.
test('records, documents, prints, exports and posts cause no CSP violation, also offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const noted = await watchCode(page.context())
  await withoutDialog(page)
  await makeCases(colleague, '거닐기')
  await openPapersOfCase(page, office.url, '거닐기1')
  await printList(page, () => page.getByRole('button', { name: '인쇄', exact: true }).click())
  await chooseFiles(page, [pdfFile])
  await paperCard(page, /매매계약서/).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'PDF 열기' })).toBeVisible()
  await openUrl(page, `${office.url}/staff/blog/new`)
  await page.getByLabel('본문', { exact: true }).fill('## 확인서면\n\n[등기](/services/real-estate?a=1&b=2) **법무사**')
  await expect(page.getByRole('region', { name: '미리보기' }).getByRole('link', { name: '등기' })).toBeVisible()
  await page.getByLabel('본문', { exact: true }).fill('')

  await openCaseBook(page, office.url, '?search=거닐기')
  await goOffline(page, office)
  // From the service worker: every file, and the worker that runs the copy.
  await page.reload()
  await expect(findCaseRow(page, '거닐기1')).toBeVisible()
  await Promise.all([page.waitForEvent('download'), pressExport(page)])
  for (const path of ['/', '/staff']) await openUrl(page, office.url + path)
  expect(noted()).toEqual([])
})

/** Opens a URL and waits for readable content. */
async function openUrl(page: Page, url: string): Promise<void> {
  // A screen may redirect while it is being opened.
  await page.goto(url).catch(() => undefined)
  await expect
    .poll(async () => (await page.locator('body').innerText()).trim().length, { message: url })
    .toBeGreaterThan(20)
  await page.waitForLoadState('load')
}

/** Attempts of an attacker who controls a text; each name with the resulting error. */
async function tryEverything(): Promise<[string, string][]> {
  const bad = '<img src=x onerror="window.ran = true">'
  const code = 'self.ran = true'
  const type = 'text/javascript'
  const element = document.createElement('div')
  document.body.append(element)
  const script = document.createElement('script')
  const frame = document.createElement('iframe')
  const policies = Reflect.get(window, 'trustedTypes') as { createPolicy(name: string, rules: object): unknown }
  const rules = { createHTML: (html: string) => html, createScriptURL: (url: string) => url }
  const attempts: Record<string, () => unknown> = {
    innerHTML: () => (element.innerHTML = bad),
    outerHTML: () => (element.outerHTML = bad),
    insertAdjacentHTML: () => element.insertAdjacentHTML('beforeend', bad),
    contextualFragment: () => document.createRange().createContextualFragment(bad),
    parse: () => new DOMParser().parseFromString(bad, 'text/html'),
    write: () => document.write(bad),
    srcdoc: () => (frame.srcdoc = bad),
    insertHtml: () => document.execCommand('insertHTML', false, bad),
    handler: () => element.setAttribute('onclick', code),
    scriptText: () => (script.text = code),
    scriptUrl: () => (script.src = 'https://example.com/x.js'),
    ownScriptUrl: () => (script.src = '/sw.js'),
    dataWorker: () => new Worker(`data:${type},${code}`),
    blobWorker: () => new Worker(URL.createObjectURL(new Blob([code], { type }))),
    foreignWorker: () => new Worker('https://example.com/x.js'),
    ownWorker: () => new Worker('/api/papers/x.js'),
    sharedWorker: () => new SharedWorker(`data:${type},${code}`),
    serviceWorker: () => navigator.serviceWorker.register('/api/sw.js'),
    otherPolicy: () => policies.createPolicy('mine', rules),
    defaultPolicy: () => policies.createPolicy('default', rules),
  }
  const outcomes: [string, string][] = []
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      await attempt()
      outcomes.push([name, 'done'])
    } catch (error) {
      outcomes.push([name, error instanceof Error ? error.name : String(error)])
    }
  }
  return outcomes
}
