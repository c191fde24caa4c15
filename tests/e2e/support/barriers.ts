import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Nothing on the page, as it stands, that axe knows to shut people out by WCAG 2.2 AA. `within`: only in that part of it. */
export async function expectNoBarrier(page: Page, within?: string): Promise<void> {
  const axe = new AxeBuilder({ page }).withTags(tags)
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
  expect(found).toEqual([])
}
