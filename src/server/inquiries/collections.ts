import { writableCollection } from '../db/writable-collection.ts'
import { judgeInquiry } from './judge-inquiry.ts'

/** Inquiries 문의, as the write pipeline and sync see them. */
export const inquiryCollection = writableCollection('inquiries', { judge: judgeInquiry })
