import sheet from 'sheetjs-style'

export const write = sheet.write
