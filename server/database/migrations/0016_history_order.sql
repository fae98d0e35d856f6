DROP INDEX "task_by_batch";--> statement-breakpoint
DROP INDEX "task_history";--> statement-breakpoint
DROP INDEX "pay_order_by_owner";--> statement-breakpoint
DROP INDEX "payment_by_owner";--> statement-breakpoint
DROP INDEX "subscription_by_owner";--> statement-breakpoint
DROP INDEX "push_subscription_by_owner";--> statement-breakpoint
CREATE INDEX "task_count" ON "task" USING btree ("owner_id") WHERE "task"."deleted_at_ms" is null;--> statement-breakpoint
CREATE INDEX "task_failures" ON "task" USING btree ("owner_id","finished_at_ms" DESC NULLS FIRST) WHERE "task"."status" = 'FAILED';--> statement-breakpoint
CREATE INDEX "task_by_batch" ON "task" USING btree ("batch_id","take");--> statement-breakpoint
CREATE INDEX "task_history" ON "task" USING btree ("owner_id","created_at_ms" DESC NULLS FIRST,"batch_id","take","deleted_at_ms");--> statement-breakpoint
CREATE INDEX "pay_order_by_owner" ON "pay_order" USING btree ("owner_id","created_at_ms" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payment_by_owner" ON "payment" USING btree ("owner_id","paid_at_ms" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "subscription_by_owner" ON "subscription" USING btree ("owner_id","created_at_ms" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "push_subscription_by_owner" ON "push_subscription" USING btree ("owner_id","seen_at_ms" DESC NULLS FIRST);