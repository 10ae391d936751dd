/** Stores the changes of an approved member on this device until the server has them. */
import type { ProfileDraft } from "#/core/core";
import type { AnswersRepository } from "#/profile-form/answers/answers-store";
import { defineRecord } from "#/storage/records";
import { type EditPart, fieldsOfPart, listDifferent, pickFields } from "./edited-fields";

/** The values that differ from the server's values. */
interface StoredEdits {
  edits: ProfileDraft;
}

interface StoredFacts extends StoredEdits {
  /**
   * The server's names of the photos with which the form began. Null while the form has no photos, because the member
   * has not opened the photo page or the form has dropped unchanged photos.
   */
  photosFrom: readonly string[] | null;
}

export const editedTexts = defineRecord<StoredEdits>({ name: "editedTexts", parse: parseEdits });
export const editedFacts = defineRecord<StoredFacts>({ name: "editedFacts", parse: parseFacts });

/** Stores only the differences between the draft of a form and the values with which the form began. */
abstract class EditsRepository implements AnswersRepository {
  protected abstract readonly part: EditPart;
  abstract readonly isDurable: boolean;

  constructor(
    protected readonly account: string,
    public base: ProfileDraft,
  ) {}

  abstract saveForm(draft: ProfileDraft): boolean;

  protected editsOf(draft: ProfileDraft): ProfileDraft {
    return pickFields(draft, listDifferent(fieldsOfPart(this.part), this.base, draft));
  }
}

export class TextsRepository extends EditsRepository {
  protected readonly part = "texts";

  get isDurable(): boolean {
    return editedTexts.isDurable(this.account);
  }

  saveForm(draft: ProfileDraft): boolean {
    const edits = this.editsOf(draft);
    if (Object.keys(edits).length > 0) return editedTexts.write(this.account, { edits });
    editedTexts.remove(this.account);
    return true;
  }
}

export class FactsRepository extends EditsRepository {
  protected readonly part = "facts";

  get isDurable(): boolean {
    return editedFacts.isDurable(this.account);
  }

  /** Stores a record even without changes. Without the record, `openFacts` would delete the picked files. */
  saveForm(draft: ProfileDraft): boolean {
    const photosFrom = editedFacts.read(this.account)?.photosFrom ?? null;
    return editedFacts.write(this.account, { edits: this.editsOf(draft), photosFrom });
  }
}

function parseEdits(value: unknown): StoredEdits | null {
  const { edits } = Object(value) as Record<string, unknown>;
  return typeof edits === "object" && edits !== null ? { edits: edits as ProfileDraft } : null;
}

function parseFacts(value: unknown): StoredFacts | null {
  const stored = parseEdits(value);
  const { photosFrom } = Object(value) as Record<string, unknown>;
  const names = Array.isArray(photosFrom) ? photosFrom : null;
  return stored && { ...stored, photosFrom: names?.map(String) ?? null };
}
