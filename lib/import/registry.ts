import { calendarReader } from "./read-calendar";
import { caseFileReader } from "./read-case-file";
import { ccdaReader } from "./read-ccda";
import { iMessageReader, whatsAppReader } from "./read-chat";
import { csvReader } from "./read-csv";
import { docxReader } from "./read-docx";
import { fhirReader } from "./read-fhir";
import { hl7Reader } from "./read-hl7";
import { htmlReader } from "./read-html";
import { jsonLinesReader, jsonReader } from "./read-json";
import { logReader, pastedMailReader } from "./read-log";
import { mailReader } from "./read-mail";
import { mboxReader } from "./read-mbox";
import { msgReader } from "./read-msg";
import { odtReader } from "./read-odt";
import { pdfReader } from "./read-pdf";
import { pictureReader } from "./read-picture";
import { plainReader } from "./read-plain";

import { rtfReader } from "./read-rtf";
import { odsReader, xlsxReader } from "./read-sheet";

import { smsReader } from "./read-sms";

import { taskListReader, taskSplitReader } from "./read-tasks";
import { ticketReader } from "./read-tickets";
import { spokenTextReader, subtitlesReader, textGridReader } from "./read-transcript";
import { vcardReader } from "./read-vcard";
import { x12Reader } from "./read-x12";
import { fhirXmlReader, xmlReader } from "./read-xml";
import { zipReader } from "./read-zip";
import type { Reader } from "./reader";

/** Every kind of file that is read, one line each. Of readers equally sure of a file, the first wins. */
export const READERS: readonly Reader[] = [
  pdfReader,
  docxReader,
  xlsxReader,
  odtReader,
  odsReader,
  rtfReader,
  pictureReader,
  mboxReader,
  msgReader,
  calendarReader,
  mailReader,
  caseFileReader,
  fhirReader,
  fhirXmlReader,
  ccdaReader,
  hl7Reader,
  x12Reader,
  vcardReader,
  taskListReader,
  taskSplitReader,
  ticketReader,
  smsReader,
  whatsAppReader,
  iMessageReader,
  textGridReader,
  subtitlesReader,
  spokenTextReader,
  pastedMailReader,
  logReader,
  csvReader,
  jsonReader,
  jsonLinesReader,
  htmlReader,
  xmlReader,
  zipReader,
  plainReader,
];
