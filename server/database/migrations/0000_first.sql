CREATE TABLE "batch" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"biz_type" text NOT NULL,
	"model_name" text NOT NULL,
	"prompt" text NOT NULL,
	"images" text[] NOT NULL,
	"duration" text NOT NULL,
	"resolution" text NOT NULL,
	"video_num" integer NOT NULL,
	"image_fidelity" double precision NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"owner_id" text NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"body_sha256" text NOT NULL,
	"answer" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "idempotency_owner_id_route_key_pk" PRIMARY KEY("owner_id","route","key")
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"owner_id" text NOT NULL,
	"seq" integer NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"balance" integer NOT NULL,
	"task_id" text,
	"order_id" text,
	"note" text NOT NULL,
	"occurred_at_ms" bigint NOT NULL,
	CONSTRAINT "ledger_owner_id_seq_pk" PRIMARY KEY("owner_id","seq"),
	CONSTRAINT "ledger_balance_not_negative" CHECK ("ledger"."balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "media" (
	"name" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"content_type" text NOT NULL,
	"sha256" text,
	"width" integer,
	"height" integer,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owner" (
	"id" text PRIMARY KEY NOT NULL,
	"token_sha256" text,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "owner_token_sha256_unique" UNIQUE("token_sha256")
);
--> statement-breakpoint
CREATE TABLE "secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task" (
	"id" text PRIMARY KEY NOT NULL,
	"batch_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"take" integer NOT NULL,
	"status" text NOT NULL,
	"stage" text,
	"points" integer NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"worker" text,
	"lease_until_ms" bigint,
	"engine_handle" text,
	"error_msg" text,
	"video_name" text NOT NULL,
	"poster_name" text NOT NULL,
	"width" integer,
	"height" integer,
	"is_collect" boolean DEFAULT false NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"finished_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "welcome_limit" (
	"address_hash" text NOT NULL,
	"day" integer NOT NULL,
	"grants" integer NOT NULL,
	CONSTRAINT "welcome_limit_address_hash_day_pk" PRIMARY KEY("address_hash","day")
);
--> statement-breakpoint
ALTER TABLE "batch" ADD CONSTRAINT "batch_owner_id_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency" ADD CONSTRAINT "idempotency_owner_id_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_owner_id_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_owner_id_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_batch_id_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batch"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_owner_id_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_age" ON "idempotency" USING btree ("created_at_ms");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_hold_once" ON "ledger" USING btree ("task_id") WHERE "ledger"."kind" = 'hold';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_end_once" ON "ledger" USING btree ("task_id") WHERE "ledger"."kind" in ('settle', 'return');--> statement-breakpoint
CREATE INDEX "media_by_bytes" ON "media" USING btree ("owner_id","sha256");--> statement-breakpoint
CREATE INDEX "media_pending" ON "media" USING btree ("created_at_ms") WHERE "media"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "task_by_batch" ON "task" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "task_history" ON "task" USING btree ("owner_id","created_at_ms" DESC NULLS LAST,"batch_id","take");--> statement-breakpoint
CREATE INDEX "task_pending" ON "task" USING btree ("created_at_ms","batch_id","take") WHERE "task"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "task_processing" ON "task" USING btree ("lease_until_ms") WHERE "task"."status" = 'PROCESSING';--> statement-breakpoint
CREATE INDEX "task_generating" ON "task" USING btree ("owner_id") WHERE "task"."status" in ('PENDING', 'PROCESSING');--> statement-breakpoint
CREATE FUNCTION "ledger_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END
$$;--> statement-breakpoint
CREATE TRIGGER "ledger_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger" FOR EACH STATEMENT EXECUTE FUNCTION "ledger_is_append_only"();
