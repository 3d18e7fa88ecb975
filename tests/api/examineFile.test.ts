import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examineFile } from '../../api/submissions/examineFile.ts'
import { reasons } from '../../api/submissions/refused.ts'
import * as documents from '../builders/documents.ts'
import { tries } from '../builders/properties.ts'

const {
  pdfDocument,
  pdfOf,
  docxDocument,
  docxEntries,
  odtDocument,
  odtEntries,
  rtfDocument,
  txtDocument,
  docDocument,
  cfbOf,
  zipOf,
  noise,
} = documents
const all = ['pdf', 'doc', 'docx', 'odt', 'rtf', 'txt']
const lines = [
  'Ottilie Brandt',
  'ottilie@longlist.example',
  '+44 20 7946 0999',
  'Java/JavaScript developer (HTML/JS/Launch)',
  'Grüße aus Köln',
]

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'longlist-examine-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function examined(bytes: Buffer, extensions = all) {
  const path = join(folder, randomUUID())
  writeFileSync(path, bytes)
  try {
    return await examineFile(path, extensions)
  } finally {
    rmSync(path)
  }
}

const types = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: documents.odtType,
  rtf: 'application/rtf',
  txt: 'text/plain',
}

const latin = (text: string) => Buffer.from(text, 'latin1')
const free = documents.firstFreePdfObject(lines)
const withEntries = (more: documents.ZipEntry[], options: Parameters<typeof docxEntries>[1] = {}) => [
  ...docxEntries(lines, options),
  ...more,
]
const docxWith = (...more: documents.ZipEntry[]) => zipOf(withEntries(more))
const docxLinking = (...relationships: documents.Relationship[]) => zipOf(docxEntries(lines, { relationships }))
const packed = (object: string) => pdfDocument(lines, { objects: [documents.pdfObjectStream({ 90: object })] })
const sheet = (more: documents.ZipEntry[] = []) =>
  zipOf([
    {
      name: '[Content_Types].xml',
      data: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    },
    { name: 'xl/workbook.xml', data: '<workbook/>' },
    ...more,
  ])
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()

describe('a CV that is what it should be', () => {
  it.each<[string, keyof typeof types, Buffer]>([
    ['a PDF', 'pdf', pdfDocument(lines)],
    ['one of many pages', 'pdf', pdfDocument(Array.from({ length: 400 }, (_, at) => `${at}`))],
    ['one of a megabyte', 'pdf', pdfDocument(lines, { bytes: 1_000_000 })],
    ['one whose text, not compressed, speaks of programs', 'pdf', pdfDocument(lines, { plain: true })],
    ['one that opens fitted to the page', 'pdf', pdfDocument(lines, { catalog: '/OpenAction [4 0 R /Fit] ' })],
    [
      'one with a link',
      'pdf',
      pdfDocument(lines, {
        page: '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://longlist.example/JS/JavaScript) >> >>] ',
      }),
    ],
    [
      'one with a title that speaks of programs',
      'pdf',
      pdfDocument(lines, {
        objects: ['<< /Title (CV \\( HTML/JavaScript \\)) /Subject <2f4a53> /Keywords (/JS) >>'],
        trailer: `/Info ${free} 0 R `,
      }),
    ],
    [
      'one with its description in XML',
      'pdf',
      pdfDocument(lines, {
        objects: [
          {
            dictionary: '/Type /Metadata /Subtype /XML',
            stream: latin('<rdf:li>HTML/JavaScript /JS /Launch</rdf:li>'),
          },
        ],
      }),
    ],
    ['one with object streams', 'pdf', packed('<< /Type /Font /Name (JavaScript) >>')],
    [
      'one with a picture that has the head of an object in it by chance',
      'pdf',
      pdfDocument(lines, { objects: [{ dictionary: '', stream: latin('\xfe7obj(\xff') }] }),
    ],
    [
      'one with a stream that its own words end',
      'pdf',
      pdfDocument(lines, { objects: [{ dictionary: '', stream: latin('endstrendstreamendstream x') }] }),
    ],
    [
      'one that was changed later',
      'pdf',
      Buffer.concat([
        pdfDocument(lines),
        latin(
          '90 0 obj\n<< /A 1 >>\nendobj\nxref\n0 0\ntrailer\n<< /Size 91 /Root 1 0 R >>\nstartxref\n9\n%%EOF\r\n\0\0\0',
        ),
      ]),
    ],
    ['one behind a line end', 'pdf', Buffer.concat([latin('\r\n'), pdfDocument(lines)])],
    ['the smallest', 'pdf', latin('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')],
    ['a DOCX', 'docx', docxDocument(lines)],
    ['one with pictures', 'docx', docxDocument(lines, { bytes: 300_000 })],
    [
      'one with links and pictures from the web',
      'docx',
      docxLinking(
        { type: 'hyperlink', target: 'mailto:ottilie@longlist.example', external: true },
        { type: 'image', target: 'https://longlist.example/photo.png', external: true },
      ),
    ],
    [
      'one made from a template of its own machine',
      'docx',
      docxLinking({
        type: 'attachedTemplate',
        target: 'file:///C:\\Users\\ottilie\\Templates\\Modern%20CV.dotx',
        external: true,
      }),
    ],
    [
      'one with a diagram',
      'docx',
      docxWith({ name: 'word/embeddings/Microsoft_Excel_Sheet1.xlsx', data: sheet(), stored: true }),
    ],
    [
      'one with a drawing',
      'docx',
      docxWith({ name: 'word/media/image1.svg', data: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    ],
    [
      'one with fields',
      'docx',
      docxWith({
        name: 'word/header1.xml',
        data: '<w:hdr><w:instrText xml:space="preserve"> HYPERLINK "https://longlist.example/DDE" </w:instrText></w:hdr>',
      }),
    ],
    [
      'one with a small entry that packs well',
      'docx',
      docxWith({ name: 'word/media/image2.bmp', data: Buffer.alloc(2_000_000) }),
    ],
    ['an ODT', 'odt', odtDocument(lines)],
    ['one with pictures', 'odt', odtDocument(lines, { bytes: 300_000 })],
    ['an RTF', 'rtf', rtfDocument(lines)],
    [
      'one of Word, with its template',
      'rtf',
      rtfDocument(lines, "{\\*\\template C:\\\\Users\\\\M\\'fcller\\\\Normal.dotm}"),
    ],
    [
      'one with a link and a picture of the web',
      'rtf',
      rtfDocument(
        lines,
        '{\\field{\\*\\fldinst HYPERLINK "https://longlist.example/DDE"}{\\fldrslt x}}{\\field{\\*\\fldinst { INCLUDEPICTURE "https://longlist.example/a.png" }}}',
      ),
    ],
    ['one that ends in blanks', 'rtf', Buffer.concat([rtfDocument(lines), latin('\r\n\0\0')])],
    ['a text in UTF-8', 'txt', txtDocument(lines)],
    ['one with its mark', 'txt', Buffer.concat([Buffer.from('\ufeff'), txtDocument(lines)])],
    ['one in UTF-16', 'txt', Buffer.from(`\ufeff${lines.join('\r\n')}`, 'utf16le')],
    ['one in UTF-16, the other way round', 'txt', swapped(Buffer.from(`\ufeff${lines.join('\r\n')}`, 'utf16le'))],
    ['one in Windows-1252', 'txt', latin(`${lines.join('\r\n')} \x80 \x96 \xe9`)],
    ['one of DOS', 'txt', latin('Ottilie Brandt\r\n\x1a')],
    ['a long one', 'txt', Buffer.from('Grüße und Zahlen, 20 %. '.repeat(40_000))],
    [
      'one that speaks of programs',
      'txt',
      Buffer.from('MZ Brandt\n<Curriculum>\nI write HTML <b>and</b> PDF, and #!/bin/sh.\n'),
    ],
    ['one with a picture of a Mac', 'docx', docxWith({ name: 'word/media/image1.pdf', data: pdfDocument(lines) })],
    ['a DOC', 'doc', docDocument(lines)],
    [
      'a DOC of a newer Word, whose theme is an archive',
      'doc',
      docDocument(lines, { entries: [{ name: 'Theme', data: docxDocument(lines) }] }),
    ],
    ['a long DOC', 'doc', docDocument(Array.from({ length: 20_000 }, () => 'Ottilie Brandt'))],
    [
      'a DOC with its properties',
      'doc',
      docDocument(lines, {
        entries: [
          { name: '\x05SummaryInformation', data: Buffer.alloc(10) },
          { name: 'ObjectPool', entries: [] },
        ],
      }),
    ],
  ])('is taken: %s (%s)', async (_, kind, bytes) => {
    expect(await examined(bytes)).toEqual({ kind, contentType: types[kind] })
    const other = await examined(bytes, ['xyz'])
    expect(other).toEqual({ reason: expect.stringContaining('XYZ') })
  })
})

describe('a file that could do harm', () => {
  const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  const elf = latin('\x7fELF\x02\x01\x01\0\0\0\0\0')
  const zip = docxDocument(lines)
  it.each<[string, Buffer, string | RegExp]>([
    // PDF
    [
      'a PDF with a script at its opening',
      pdfDocument(lines, { catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> ' }),
      reasons.active,
    ],
    [
      'one whose name is written otherwise',
      pdfDocument(lines, { catalog: '/OpenAction << /S /J#61vaScr#69pt >> ' }),
      reasons.active,
    ],
    ['one in an object stream', packed('<< /S /JavaScript /JS 5 0 R >>'), reasons.active],
    [
      'one in an object stream that does not say so',
      pdfDocument(lines, {
        objects: [
          {
            ...(documents.pdfObjectStream({ 90: '<< /JS () >>' }) as { stream: Buffer }),
            dictionary: '/N 1 /First 5 /Filter /FlateDecode',
          },
        ],
      }),
      reasons.active,
    ],
    [
      'one in an object stream that is not compressed',
      pdfDocument(lines, {
        objects: [{ dictionary: '/Type /ObjStm /N 1 /First 5', stream: latin('90 0 << /JS () >>') }],
      }),
      reasons.active,
    ],
    [
      'one that starts a program',
      pdfDocument(lines, { page: '/AA << /O << /S /Launch /F (cmd.exe) >> >> ' }),
      reasons.active,
    ],
    [
      'one with a file in it',
      pdfDocument(lines, { objects: [{ dictionary: '/Type /EmbeddedFile', stream: elf }] }),
      reasons.active,
    ],
    [
      'one with a file in it that does not say so',
      pdfDocument(lines, { objects: [{ dictionary: '', stream: elf }, `<< /F (a.exe) /EF << /F ${free} 0 R >> >>`] }),
      reasons.active,
    ],
    ['one with a film', pdfDocument(lines, { page: '/Annots [<< /Subtype /RichMedia >>] ' }), reasons.active],
    ['one with a form of Adobe', pdfDocument(lines, { catalog: '/AcroForm << /XFA 9 0 R >> ' }), reasons.active],
    [
      'one that hides an object in a stream',
      pdfDocument(lines, { objects: [{ dictionary: '', stream: latin(`90 0 obj << /S /JavaScript >>`) }] }),
      reasons.active,
    ],
    [
      'one that hides it in a text',
      pdfDocument(lines, { objects: ['<< /T (90 0 obj<< /JS 1 0 R >> endobj) >>'] }),
      reasons.active,
    ],
    [
      'one that hides it in a comment',
      pdfDocument(lines, { objects: ['<< >> % 90 0 obj << /Launch 1 >> '] }),
      reasons.active,
    ],
    [
      'one that hides it behind a comment',
      pdfDocument(lines, { objects: [{ dictionary: '', stream: latin('90 0%\nobj<< /Launch 1 >>') }] }),
      reasons.active,
    ],
    [
      'one with a stream within a dictionary',
      pdfDocument(lines, { catalog: '/A << /B 1 >> /C stream /OpenAction << /S /JavaScript >> ' }),
      reasons.active,
    ],
    [
      'one packed otherwise',
      pdfDocument(lines, {
        objects: [{ dictionary: '/Type /ObjStm /N 1 /First 5 /Filter /ASCIIHexDecode', stream: latin('3c3c') }],
      }),
      reasons.unreadable,
    ],
    [
      'one packed twice',
      pdfDocument(lines, {
        objects: [
          {
            dictionary: '/Type /ObjStm /N 1 /First 5 /Filter [/FlateDecode /LZWDecode]',
            stream: deflateSync(latin('x')),
          },
        ],
      }),
      reasons.unreadable,
    ],
    [
      'one whose objects unpack without end',
      pdfDocument(lines, {
        objects: [
          {
            dictionary: '/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode',
            stream: deflateSync(Buffer.alloc(40_000_000, 32)),
          },
        ],
      }),
      reasons.tooMuch,
    ],
    [
      'one of many such',
      pdfDocument(lines, {
        objects: Array.from({ length: 4 }, () => ({
          dictionary: '/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode',
          stream: deflateSync(Buffer.alloc(15_000_000, 32)),
        })),
      }),
      reasons.tooMuch,
    ],
    ['one with a password', pdfDocument(lines, { trailer: '/Encrypt 9 0 R ' }), reasons.password],
    [
      'one with a password, and so nothing to unpack',
      pdfDocument(lines, {
        objects: [{ dictionary: '/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', stream: noise('x', 200) }],
        trailer: '/Encrypt 9 0 R ',
      }),
      reasons.password,
    ],
    ['one with an archive behind it', Buffer.concat([pdfDocument(lines), zip]), reasons.beside],
    [
      'one with a page behind it',
      Buffer.concat([pdfDocument(lines), latin(`<html><script>${'x'.repeat(40)}</script></html>`)]),
      reasons.beside,
    ],
    [
      'one that ends in a page',
      Buffer.concat([pdfDocument(lines).subarray(0, -1), latin(`<script>${'x'.repeat(40)}</script>`)]),
      reasons.beside,
    ],
    [
      'one with a page in its first line',
      latin('%PDF-1.4 <script>alert(1)</script>\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
      reasons.beside,
    ],
    ['one that holds an archive', pdfOf(['<< /Type /Catalog >>', { dictionary: '', stream: zip }]), reasons.beside],
    ['one not at the beginning', Buffer.concat([latin('x'.repeat(100)), pdfDocument(lines)]), /kind/],
    [
      'one behind a web page',
      Buffer.concat([latin('<html>\n'), latin('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')]),
      reasons.markup,
    ],
    ['half of one', pdfDocument(lines).subarray(0, 400), reasons.damaged],
    ['nothing but its head', latin('%PDF-1.7\n%%EOF'), reasons.damaged],
    // DOCX
    ['a DOCX with macros', docxWith({ name: 'word/vbaProject.bin', data: ole }), reasons.macros],
    [
      'one that says so only in its types',
      zipOf(docxEntries(lines, { mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' })),
      reasons.macros,
    ],
    [
      'one with macros by another name',
      docxLinking({ type: 'vbaProject', target: 'media/image1.png' }),
      reasons.macros,
    ],
    ['one with a control', docxWith({ name: 'word/activeX/activeX1.xml', data: '<x/>' }), reasons.macros],
    [
      'one with a template from elsewhere',
      docxLinking({ type: 'attachedTemplate', target: 'https://longlist.example/a.dotm', external: true }),
      reasons.remote,
    ],
    [
      'one with a template from a share',
      docxLinking({ type: 'attachedTemplate', target: 'file://///192.0.2.7/a.dotm', external: true }),
      reasons.remote,
    ],
    [
      'one with a template from a share, written otherwise',
      docxLinking({ type: 'attachedTemplate', target: '\\\\192.0.2.7\\a.dotm', external: true }),
      reasons.remote,
    ],
    [
      'one with a picture from a share',
      docxLinking({ type: 'image', target: 'file://192.0.2.7/a.png', external: true }),
      reasons.remote,
    ],
    [
      'one with a frame from elsewhere',
      docxLinking({ type: 'frame', target: 'http://longlist.example', external: true }),
      reasons.remote,
    ],
    [
      'one with a linked object',
      docxLinking({ type: 'oleObject', target: 'https://longlist.example/a', external: true }),
      reasons.inside,
    ],
    ['one with another text in it', docxLinking({ type: 'aFChunk', target: 'afchunk.rtf' }), reasons.inside],
    ['one with an object in it', docxWith({ name: 'word/embeddings/oleObject1.bin', data: ole }), reasons.inside],
    ['one with a program in it', docxWith({ name: 'word/media/image1.png', data: elf }), reasons.inside],
    ['one with an archive in it', docxWith({ name: 'word/media/image1.png', data: zip }), reasons.inside],
    [
      'one with a diagram with macros',
      docxWith({ name: 'word/embeddings/a.xlsx', data: sheet([{ name: 'xl/vbaProject.bin', data: ole }]) }),
      reasons.macros,
    ],
    [
      'one with a diagram with a diagram',
      docxWith({ name: 'word/embeddings/a.xlsx', data: sheet([{ name: 'word/embeddings/a.xlsx', data: sheet() }]) }),
      reasons.inside,
    ],
    [
      'one that starts a program by a field',
      docxWith({
        name: 'word/footer1.xml',
        data: '<w:ftr><w:instrText>DD</w:instrText><w:r/><w:instrText>EAUTO "cmd" "/c"</w:instrText></w:ftr>',
      }),
      reasons.remote,
    ],
    [
      'one with a password',
      cfbOf([
        { name: 'EncryptionInfo', data: Buffer.alloc(8) },
        { name: 'EncryptedPackage', data: noise('x', 5_000) },
      ]),
      reasons.password,
    ],
    [
      'one with a password on its entries',
      zipOf(docxEntries(lines).map(entry => ({ ...entry, flags: 1 }))),
      reasons.password,
    ],
    [
      'one that unpacks without end',
      docxWith({ name: 'word/media/a.bmp', data: Buffer.alloc(66_000_000) }),
      reasons.tooMuch,
    ],
    [
      'one that unpacks too well',
      docxWith({ name: 'word/media/a.bmp', data: Buffer.alloc(20_000_000) }),
      reasons.tooMuch,
    ],
    [
      'one that lies about it',
      docxWith({ name: 'word/media/a.bmp', data: Buffer.alloc(20_000_000), declared: 1_000 }),
      reasons.tooMuch,
    ],
    [
      'one that lies the other way',
      docxWith({ name: 'word/media/a.bmp', data: Buffer.alloc(1_000), declared: 2_000 }),
      reasons.damaged,
    ],
    [
      'one with a table of kinds without end',
      zipOf([{ name: '[Content_Types].xml', data: ' '.repeat(1_100_000) }]),
      reasons.tooMuch,
    ],
    [
      'one of too many entries',
      docxWith(...Array.from({ length: 2_100 }, (_, at) => ({ name: `a${at}`, data: '' }))),
      reasons.tooMuch,
    ],
    ['one with a way out', docxWith({ name: '../../a', data: 'x' }), reasons.damaged],
    ['one with a place of its own', docxWith({ name: '/etc/a', data: 'x' }), reasons.damaged],
    ['one with two of a name', docxWith({ name: 'word/Document.xml', data: '<x/>' }), reasons.beside],
    [
      'one whose entry has two names',
      docxWith({ name: 'word/a.xml', localName: 'word/b.xml', data: '<x/>' }),
      reasons.beside,
    ],
    ['one with something before it', zipOf(docxEntries(lines), { before: 'PK\x03\x04 and more' }), reasons.beside],
    ['one with something between', zipOf(docxEntries(lines), { between: 'x'.repeat(100) }), reasons.beside],
    ['one with something behind', zipOf(docxEntries(lines), { after: 'x'.repeat(100) }), reasons.damaged],
    ['one with a remark', zipOf(docxEntries(lines), { comment: '<script>' }), reasons.beside],
    [
      'one that is a program of Java too',
      docxWith({ name: 'META-INF/MANIFEST.MF', data: 'Main-Class: A' }),
      reasons.inside,
    ],
    ['one that is an ODT too', zipOf([...docxEntries(lines), ...odtEntries(lines)]), reasons.beside],
    [
      'one in XML that is not UTF-8',
      docxWith({ name: 'word/_rels/a.xml.rels', data: Buffer.from('\ufeff<a/>', 'utf16le') }),
      reasons.damaged,
    ],
    ['a spreadsheet', sheet(), /kind/],
    ['a ZIP', zipOf([{ name: 'cv.pdf', data: pdfDocument(lines) }]), /kind/],
    ['half a DOCX', zip.subarray(0, zip.length / 2), reasons.damaged],
    // ODT
    [
      'an ODT with macros',
      zipOf([...odtEntries(lines), { name: 'Basic/Standard/Module1.xml', data: '<x/>' }]),
      reasons.macros,
    ],
    ['one with scripts', zipOf([...odtEntries(lines), { name: 'Scripts/python/a.py', data: 'x' }]), reasons.macros],
    [
      'one with a script at an event',
      zipOf(
        odtEntries(lines, {
          scripts:
            '<office:event-listeners><script:event-listener xlink:href="vnd.sun.star.script:a.py$b?language=Python"/></office:event-listeners>',
        }),
      ),
      reasons.macros,
    ],
    ['one with a password', zipOf(odtEntries(lines, { manifest: '<manifest:encryption-data/>' })), reasons.password],
    [
      'an ODS',
      zipOf([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet', stored: true }]),
      /kind/,
    ],
    // RTF
    ['an RTF with an object', rtfDocument(lines, '{\\object\\objemb{\\*\\objdata 0105}}'), reasons.inside],
    ['one that opens it by itself', rtfDocument(lines, '{\\object\\objautlink\\objupdate}'), reasons.inside],
    [
      'one with a template from elsewhere',
      rtfDocument(lines, '{\\*\\template http://longlist.example/a}'),
      reasons.remote,
    ],
    [
      'one with its address written otherwise',
      rtfDocument(lines, "{\\*\\template \\u104?t\\'74p{}://longlist.example/a}"),
      reasons.remote,
    ],
    ['one with a template from a share', rtfDocument(lines, '{\\*\\template \\\\\\\\192.0.2.7\\\\a}'), reasons.remote],
    [
      'one that starts a program by a field',
      rtfDocument(lines, '{\\field{\\*\\fldinst {DDE}{AUTO c:\\\\\\\\a}}}'),
      reasons.remote,
    ],
    [
      'one whose object begins at the border of two pieces',
      rtfDocument(lines, `${' '.repeat(65_490)}{\\*\\objdata 01}`),
      reasons.inside,
    ],
    ['one with an archive behind it', Buffer.concat([rtfDocument(lines), zip]), reasons.damaged],
    ['half of one', rtfDocument(lines).subarray(0, 80), reasons.damaged],
    ['one that only Word takes for one', latin('{\\rtFoo \\objdata}'), reasons.markup],
    // DOC
    [
      'a DOC with macros',
      docDocument(lines, {
        entries: [
          { name: 'Macros', entries: [{ name: 'VBA', entries: [{ name: '_VBA_PROJECT', data: Buffer.alloc(9) }] }] },
        ],
      }),
      reasons.macros,
    ],
    [
      'one with a file in it',
      docDocument(lines, {
        entries: [{ name: 'ObjectPool', entries: [{ name: '_1', entries: [{ name: '\x01Ole10Native', data: elf }] }] }],
      }),
      reasons.inside,
    ],
    ['one with a password', docDocument(lines, { encrypted: true }), reasons.password],
    ['one with an archive behind it', Buffer.concat([docDocument(lines), zip]), reasons.beside],
    ['a spreadsheet', cfbOf([{ name: 'Workbook', data: Buffer.alloc(9) }]), /spreadsheet/],
    ['a saved mail', cfbOf([{ name: '__properties_version1.0', data: Buffer.alloc(9) }]), reasons.otherProgram],
    ['half of one', docDocument(lines).subarray(0, 2_000), reasons.damaged],
    // Texts, and what is none
    ['a web page', latin('\n <!DOCTYPE html><title>CV</title>'), reasons.markup],
    ['one behind a word', latin('Hello <html><body>'), reasons.markup],
    ['a drawing', latin('<svg onload="alert(1)"/>'), reasons.markup],
    ['a page of a server', latin('<?php system($_GET[1]);'), reasons.markup],
    ['a script', latin('#!/bin/sh\nrm x'), reasons.markup],
    ['one in UTF-16', Buffer.from('\ufeff<html>', 'utf16le'), reasons.markup],
    ['a batch file', latin('@echo off\r\ndel x'), reasons.markup],
    [
      'a mail with parts, which Word opens as a document',
      latin('MIME-Version: 1.0\nContent-Type: multipart/related'),
      reasons.markup,
    ],
    ['a picture that is a script too', latin('GIF89a/*\0\0*/=1;alert(1)'), /picture/],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), /picture/],
    ['a program of Windows', Buffer.concat([latin('MZ\x90\0\x03\0'), Buffer.alloc(90)]), /program/],
    ['a program of Linux', elf, /program/],
    ['a RAR', latin('Rar!\x1a\x07\0'), /archive/],
    ['a text with a control sign', latin('Hello \x1b[2J'), /kind/],
    ['a text with more behind its end', latin('Hello\x1aMZ'), /kind/],
    ['UTF-16 without a mark', Buffer.from('Ottilie', 'utf16le'), /kind/],
    ['half a sign of UTF-16', Buffer.from('fffe4100d8', 'hex'), /kind/],
    ['nothing', Buffer.alloc(0), /kind/],
    ['zeros', Buffer.alloc(100_000), /kind/],
  ])('is refused: %s', async (_, bytes, reason) => {
    expect(await examined(bytes)).toEqual({
      reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
    })
  })
})

describe('any file', () => {
  const whole = [
    pdfDocument(lines, { bytes: 3_000, objects: [documents.pdfObjectStream({ 90: '<< /A 1 >>' })] }),
    docxDocument(lines, { bytes: 5_000 }),
    odtDocument(lines),
    docDocument(lines),
    rtfDocument(lines),
    Buffer.from(`\ufeff${lines.join('\n')}`, 'utf16le'),
  ]
  const answered = async (bytes: Buffer) => {
    const began = process.cpuUsage()
    const answer = await examined(bytes)
    if ('contentType' in answer) expect(Object.values(types)).toContain(answer.contentType)
    else expect(answer.reason).toMatch(/Please .*\.$/)
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(30_000)
    return answer
  }

  it('is answered, whatever its bytes', async () => {
    const heads = [
      '',
      '%PDF-1.7\n',
      '%PDF-1.7\n1 0 obj << /Type /ObjStm /Filter /FlateDecode >> stream\n',
      '{\\rtf1',
      'PK\x03\x04',
      '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
      '\xff\xfe',
      '\xfe\xff',
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 2_000 }), async (head, bytes) => {
        await answered(Buffer.concat([latin(head), bytes]))
      }),
      tries(300),
    )
  })

  it('is answered, wherever it was cut, and whichever bits have turned', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...whole),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        fc.array(
          fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.integer({ min: 0, max: 7 })),
          { maxLength: 6 },
        ),
        async (bytes, part, turned) => {
          const broken = Buffer.from(bytes.subarray(0, Math.ceil(bytes.length * part)))
          for (const [place, bit] of turned) broken[Math.floor(place * broken.length)]! ^= 1 << bit
          await answered(broken)
        },
      ),
      tries(600),
    )
  })

  it('of an archive is refused when one bit of what it holds has turned', async () => {
    const bytes = docxDocument(lines)
    const content = bytes.indexOf('word/document.xml') + 'word/document.xml'.length
    for (let at = content; at < content + 150; at += 7) {
      const broken = Buffer.from(bytes)
      broken[at]! ^= 4
      expect(await examined(broken), `${at}`).toHaveProperty('reason')
    }
  })

  it('of the largest size is looked through without holding up the rest', async () => {
    const names = latin('<< /A (b) >> /C#20d [1 0 R] '.repeat(380_000))
    for (const bytes of [
      pdfDocument(lines, { bytes: 10_000_000 }),
      pdfOf([names.toString('latin1')]),
      latin(`%PDF-1.7\n1 0 obj ${'('.repeat(10_000_000)}`),
      latin(`%PDF-1.7\n${'1 0 obj '.repeat(1_200_000)}`),
      Buffer.from(`{\\rtf1 ${'\\template {\\fldinst '.repeat(500_000)}}`),
      Buffer.from(`{\\rtf1 ${'{\\fldinst DD'.repeat(800_000)}}`),
      Buffer.from('<'.repeat(10_000_000)),
      Buffer.from(' '.repeat(10_000_000)),
      docxWith({ name: 'word/a.xml', data: Buffer.from('<w:instrText '.repeat(600_000)) }),
    ]) {
      const path = join(folder, randomUUID())
      writeFileSync(path, bytes)
      // Others have their turn again and again: by the processor's time, which is the same however busy the machine is.
      let turns = 0
      let over = false
      const turn = () => {
        turns++
        if (!over) setImmediate(turn)
      }
      setImmediate(turn)
      const began = process.cpuUsage()
      await examineFile(path, all)
      const spentMs = process.cpuUsage(began).user / 1_000
      over = true
      rmSync(path)
      expect(spentMs / turns).toBeLessThan(200)
    }
  })

  it('of many parts that unpack far and then break is not unpacked to its end', async () => {
    const broken = deflateSync(Buffer.alloc(15_000_000, 32)).subarray(0, -5)
    broken[broken.length - 1]! ^= 255
    const part = {
      dictionary: '/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode',
      stream: Buffer.concat([broken, Buffer.alloc(100, 255)]),
    }
    const began = process.cpuUsage()
    expect(await examined(pdfDocument(lines, { objects: Array.from({ length: 300 }, () => part) }))).toEqual({
      reason: reasons.unreadable,
    })
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(10_000)
  })

  it('that is not there is the disk’s fault, and not the person’s', async () => {
    await expect(examineFile(join(folder, 'none'), all)).rejects.toThrow('ENOENT')
    await expect(examineFile(folder, all)).rejects.toThrow('EISDIR')
  })
})
