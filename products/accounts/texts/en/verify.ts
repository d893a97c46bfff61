/** The public page that checks documents. */
export const verify = {
  title: 'Check a document',
  lead: 'Statements, confirmations and account details from Calmly carry a code. Check here that a document is ours.',
  byCode: 'By its code',
  code: 'Code on the document',
  codeRequired: 'Enter the code.',
  codeFormat: 'The code has 16 letters and digits, without the letter U. Check it against the document.',
  checkCode: 'Check the code',
  codeIssued: 'Issued by Calmly',
  codeIssuedText:
    'A code can be copied to another document. To be sure that nothing was changed, check the file too.',
  replaced: 'A later version of this document exists',
  replacedText: 'We issued it and later replaced it with a corrected version. Ask for the newest one.',
  codeUnknown: 'This code is not from Calmly',
  codeUnknownText: 'Check the code for typing errors. If it’s correct, we didn’t issue the document.',
  byFile: 'By the file',
  file: 'Choose or drop the PDF',
  fileHint: 'The file stays on your device. Only its checksum is sent.',
  checking: 'Checking {name}…',
  fileIssued: 'Issued by Calmly, unchanged',
  fileUnknown: 'This file was not issued by Calmly, or it was changed',
} as const;
