import type { Page } from '@playwright/test'
import type { Inquiry } from '#contract/books/inquiries.ts'
import type { Colleague } from './colleague.ts'
import { expect } from './expect.ts'

/** Opens the contact page and waits for its form. */
export async function openContact(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/contact`)
  await expect(page.getByRole('heading', { level: 1, name: '문의하기' })).toBeVisible()
  await expect(page.getByRole('button', { name: '보내기' })).toBeVisible()
}

/** Fills in the form; every test uses a different subject. */
export async function writeInquiry(page: Page, subject: string): Promise<void> {
  await page.getByRole('textbox', { name: /^이름/ }).fill('윤새봄')
  await page.getByRole('textbox', { name: /^연락처/ }).fill('010-0000-0101')
  await page.getByRole('textbox', { name: /^제목/ }).fill(subject)
  await page.getByRole('textbox', { name: /^문의 내용/ }).fill('비용을 알려 주세요.')
  await page.getByRole('checkbox', { name: /동의합니다/ }).check()
}

export async function sendInquiry(page: Page): Promise<void> {
  await page.getByRole('button', { name: '보내기' }).click()
}

/** The server's inquiries with this subject. */
export async function listInquiriesAbout(colleague: Colleague, subject: string): Promise<Inquiry[]> {
  return (await listInquiries(colleague)).filter((inquiry) => inquiry.subject === subject)
}

/** Number of inquiries in the state 새 문의. */
export async function countNewInquiries(colleague: Colleague): Promise<number> {
  return (await listInquiries(colleague)).filter(({ state }) => state === 'new').length
}

async function listInquiries(colleague: Colleague): Promise<Inquiry[]> {
  return (await colleague.get<{ results: Inquiry[] }>('/api/staff/inquiries/?page_size=10000')).results
}
