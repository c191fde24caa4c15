import JSZip from 'sheetjs-style/jszip.js'

/** The sheet's empty description of its view, as sheetjs-style writes it. */
const emptyView = '<sheetView workbookViewId="0"/>'
const frozenView =
  '<sheetView workbookViewId="0"><pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/></sheetView>'
const sheetPath = 'xl/worksheets/sheet1.xml'

/**
 * Keeps the header row and the first column of a workbook in view, as the server's files do.
 * sheetjs-style can't write this, so it is added to the finished file, with the library's JSZip.
 */
export function freezeHeader(file: ArrayBuffer): ArrayBuffer {
  const zip = new JSZip(file)
  const xml = zip.file(sheetPath)?.asText() ?? ''
  zip.file(sheetPath, xml.replace(emptyView, frozenView))
  return zip.generate({ type: 'arraybuffer', compression: 'DEFLATE' })
}
