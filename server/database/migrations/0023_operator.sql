CREATE TABLE "contact_reply" (
	"id" text PRIMARY KEY NOT NULL,
	"message_id" text NOT NULL,
	"operator_id" text NOT NULL,
	"body" text NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_act" (
	"seq" integer PRIMARY KEY DEFAULT 0 NOT NULL,
	"at_ms" bigint NOT NULL,
	"operator_id" text NOT NULL,
	"act" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"detail" text NOT NULL,
	"previous_hash" text DEFAULT '' NOT NULL,
	"hash" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_message" ADD COLUMN "is_priority" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_message" ADD COLUMN "answered_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "disabled_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "contact_reply" ADD CONSTRAINT "contact_reply_message_id_contact_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_reply_by_message" ON "contact_reply" USING btree ("message_id","created_at_ms");--> statement-breakpoint
CREATE INDEX "operator_act_by_subject" ON "operator_act" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "contact_message_open" ON "contact_message" USING btree ("created_at_ms") WHERE "contact_message"."answered_at_ms" is null;--> statement-breakpoint
CREATE FUNCTION "operator_act_hash"("previous" text, "seq" integer, "at_ms" bigint, "operator_id" text, "act" text, "subject" text, "subject_id" text, "detail" text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_build_array($1, $2, $3, $4, $5, $6, $7, $8)::text, 'UTF8')), 'hex')
$$;--> statement-breakpoint
CREATE FUNCTION "operator_act_is_chained"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last_seq integer;
  last_hash text;
BEGIN
  PERFORM pg_advisory_xact_lock(716204332);
  SELECT "seq", "hash" INTO last_seq, last_hash FROM "operator_act" ORDER BY "seq" DESC LIMIT 1;
  NEW."seq" := coalesce(last_seq, 0) + 1;
  NEW."previous_hash" := coalesce(last_hash, '');
  NEW."hash" := "operator_act_hash"(NEW."previous_hash", NEW."seq", NEW."at_ms", NEW."operator_id", NEW."act", NEW."subject", NEW."subject_id", NEW."detail");
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "operator_act_chain" BEFORE INSERT ON "operator_act" FOR EACH ROW EXECUTE FUNCTION "operator_act_is_chained"();--> statement-breakpoint
CREATE FUNCTION "operator_act_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the record of operators is append-only';
END
$$;--> statement-breakpoint
CREATE TRIGGER "operator_act_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "operator_act" FOR EACH STATEMENT EXECUTE FUNCTION "operator_act_is_append_only"();
