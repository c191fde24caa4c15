import { readPdf } from '../../support/documents/read-pdf.ts'
import { expect, test } from '../support/test.ts'

/**
 * The first page, one with collapsed answers, a long text with tables, and a post, each with a text
 * it contains.
 */
const printed = [
  ['/', '책임지고 맡습니다'],
  ['/services/civil', '판결서를 송달받은 날부터 2주 안에'],
  ['/privacy', '파기의 절차와 방법'],
  ['/blog/1', '부동산 취득세 개정 안내'],
] as const

test('prints the whole text of a public page with all answers, and no navigation or buttons', async ({
  office,
  newDevicePage: page,
}) => {
  await page.emulateMedia({ media: 'print' })
  for (const [path, words] of printed) {
    await page.goto(office.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const { pages } = await readPdf(await page.pdf({ preferCSSPageSize: true }))
    expect.soft(pages[0]?.height, path).toBeGreaterThan(pages[0]?.width ?? 0)
    for (const [at, pdfPage] of pages.entries())
      expect.soft(removeSpaces(pdfPage.text), path).toContain(`${at + 1}/${pages.length}`)
    // A paragraph may continue across a page number.
    const paper = pages
      .map((pdfPage, index) => removeSpaces(pdfPage.text).replace(`${index + 1}/${pages.length}`, ''))
      .join('')
    const texts = await page
      .locator('main :is(h1, h2, h3, p, dd, summary)')
      .evaluateAll((all: HTMLElement[]) =>
        all.filter((element) => element.checkVisibility()).map((element) => element.innerText),
      )
    expect.soft(texts.length, path).toBeGreaterThan(3)
    expect.soft(paper, path).toContain(removeSpaces(words))
    expect
      .soft(
        texts.filter((text) => !paper.includes(removeSpaces(text))),
        path,
      )
      .toEqual([])
    await expect.soft(page.locator('button, nav').filter({ visible: true }), path).toHaveCount(0)
    for (const hiddenText of ['본문으로건너뛰기', '부동산등기법인등기공탁민사소식', '상담문의이용약관개인정보처리방침'])
      expect.soft(paper, path).not.toContain(hiddenText)
  }
})

function removeSpaces(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, '')
}
