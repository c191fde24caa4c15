import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pdfFile } from '../../e2e/support/papers.ts'
import { chooseTmpdir } from '../../support/runner/quick-tmpdir.ts'
import type { Tab } from './tab.ts'
import { button, caseRow, role, type Target } from './target.ts'

/** Selector of the file input. */
export const paperFiles = '[data-testid=paper-files]'

export const paperCard = (name: RegExp): Target => ({
  css: 'button',
  text: name,
  inside: { css: '[role=list], ul', name: '서류 목록' },
})

/** Opens 서류철 of the case in the panel next to the case book. */
export async function openPapers(tab: Tab, owner: string): Promise<void> {
  await tab.click(button(/행 상세$/, caseRow(owner)))
  await tab.click(role('tab', '서류철'))
  await tab.see(button('파일 추가'))
}

/** Path of a file like those that people choose. */
export function writePdf(): string {
  const path = join(mkdtempSync(join(chooseTmpdir(), 'paper-')), pdfFile.name)
  writeFileSync(path, pdfFile.buffer)
  return path
}
